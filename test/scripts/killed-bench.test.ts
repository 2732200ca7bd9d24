import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { processToken, waitGone } from '../../scripts/embedded/processes.ts';

describe('a bench that is killed', function () {
  this.timeout(120_000);
  const folder = join(projectRoot, '.data', 'killed-bench');
  before(() => mkdirSync(folder, { recursive: true }));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('leaves no PostgreSQL behind', async () => {
    const bench = fork(join(import.meta.dirname, 'killed-bench.ts'), [folder], {
      execArgv: ['--import', 'tsx'],
    });
    const ended = once(bench, 'exit');
    try {
      const [pid] = (await once(bench, 'message', { signal: AbortSignal.timeout(100_000) })) as [number];
      expect(processToken(pid)).not.to.equal(undefined);
      bench.kill('SIGKILL');
      await ended;
      expect(await waitGone(pid, 30_000)).to.equal(true);
    } finally {
      bench.kill('SIGKILL');
    }
  });
});
