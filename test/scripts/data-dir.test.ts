import { expect } from 'chai';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readDataDir } from '../../scripts/supervisor/data-dir.ts';

describe('the data folder of a command', () => {
  it('must be named after its option', () => {
    expect(() => readDataDir({}, '/project', '')).to.throw(CommandError, '--data-dir needs a folder.');
  });

  it('is that of the option, else of DATA_DIR, else .data in the project', () => {
    const env = { DATA_DIR: '/srv/env' };
    expect(readDataDir(env, '/project', '/srv/flag')).to.equal('/srv/flag');
    expect(readDataDir(env, '/project')).to.equal('/srv/env');
    expect(readDataDir({}, '/project')).to.equal('/project/.data');
  });
});
