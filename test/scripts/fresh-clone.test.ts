import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { useTemporaryFolder } from './temporary-folder.ts';

const COMMANDS = ['start', 'test'];

describe('npm start and npm test without packages', () => {
  const folder = useTemporaryFolder();

  /** Both commands as a fresh clone has them, with nothing of the packages, the build or the TypeScript beside them. */
  function fresh(command: string, ...args: string[]) {
    const files = [...COMMANDS.map((name) => `${name}.mjs`), 'bootstrap'];
    for (const file of files)
      cpSync(join(projectRoot, 'scripts', file), join(folder(), 'scripts', file), { recursive: true });
    const done = spawnSync(process.execPath, [join(folder(), 'scripts', `${command}.mjs`), ...args], {
      // Without npm: an attempt to install packages fails.
      env: { PATH: '' },
      encoding: 'utf8',
      timeout: 30_000,
    });
    return { code: done.status, stdout: done.stdout, stderr: done.stderr, left: readdirSync(folder()) };
  }

  for (const command of COMMANDS) {
    it(`answer --help: ${command}`, () => {
      for (const help of ['--help', '-h']) {
        const { code, stdout, stderr, left } = fresh(command, help);
        expect(stderr).to.equal('');
        expect(stdout)
          .to.match(/^Usage: npm \w+.*\n/)
          .and.to.match(/--(verbose|operate)\s/);
        expect(code).to.equal(0);
        expect(left).to.deep.equal(['scripts']);
      }
    });

    it(`refuse what they do not know in one line: ${command}`, () => {
      const { code, stdout, stderr, left } = fresh(command, '--no-such-option');
      expect(stdout).to.equal('');
      expect(stderr).to.match(/^Unknown option '--no-such-option'\. Usage: npm [^\n]*\n$/);
      expect(code).to.equal(1);
      expect(left).to.deep.equal(['scripts']);
    });
  }
});
