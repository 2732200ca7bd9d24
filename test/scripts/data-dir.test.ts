import { expect } from 'chai';
import { Fault } from '../../scripts/shared/fault.ts';
import { readDataDir, takeDataDir } from '../../scripts/supervisor/data-dir.ts';

describe('the data folder of a command', () => {
  it('is taken out of the arguments, wherever it stands', () => {
    const rest = ['create-admin.ts', '--email', 'a@b.example'];
    expect(takeDataDir([...rest, '--data-dir', '/srv/wasl'])).to.deep.equal({ flag: '/srv/wasl', rest });
    expect(takeDataDir(['create-admin.ts', '--data-dir=/srv/wasl', ...rest.slice(1)])).to.deep.equal({
      flag: '/srv/wasl',
      rest,
    });
    expect(takeDataDir(rest)).to.deep.equal({ flag: undefined, rest });
  });

  it('must be named after its flag', () => {
    for (const args of [['--data-dir'], ['--data-dir='], ['--data-dir', '--email', 'a@b.example']])
      expect(() => takeDataDir(args), args.join(' ')).to.throw(Fault, '--data-dir needs a folder.');
  });

  it('is that of the flag, else of DATA_DIR, else .data in the project', () => {
    const env = { DATA_DIR: '/srv/env' };
    expect(readDataDir(env, '/project', '/srv/flag')).to.equal('/srv/flag');
    expect(readDataDir(env, '/project')).to.equal('/srv/env');
    expect(readDataDir({}, '/project')).to.equal('/project/.data');
  });
});
