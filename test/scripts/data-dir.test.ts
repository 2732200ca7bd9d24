import { expect } from 'chai';
import { Fault } from '../../scripts/shared/fault.ts';
import { readDataDir } from '../../scripts/supervisor/data-dir.ts';

describe('the data folder of a command', () => {
  it('must be named after its flag', () => {
    expect(() => readDataDir({}, '/project', '')).to.throw(Fault, '--data-dir needs a folder.');
  });

  it('is that of the flag, else of DATA_DIR, else .data in the project', () => {
    const env = { DATA_DIR: '/srv/env' };
    expect(readDataDir(env, '/project', '/srv/flag')).to.equal('/srv/flag');
    expect(readDataDir(env, '/project')).to.equal('/srv/env');
    expect(readDataDir({}, '/project')).to.equal('/project/.data');
  });
});
