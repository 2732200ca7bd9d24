// `npm run test:attacks`: floods of the security review against the service as it is and with their answer undone.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { startTestServices } from '../../scripts/embedded/test-services.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, runCommand } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { StopRequest } from '../../scripts/supervisor/stop-request.ts';
import type { Edit } from './floods.ts';

const USAGE = `Usage: npm run test:attacks [-- WORD] [--after]

Carries out floods of the security review (docs/attacks.md) while shoppers use the service, and measures how long its
event loop was blocked, how much memory it took, and how many of the shoppers' requests failed: on the sources as they
are, and on a copy of them with the answer to this one finding undone. The exit code is 1 when shoppers' requests fail,
or the loop is blocked for over a quarter of a second, on the sources as they are.
  WORD     the floods alone whose finding is this
  --after  only on the sources as they are`;

const MAX_BLOCKED_MS = 250;
const dataDir = join(projectRoot, '.data', 'attacks');
const tree = join(dataDir, 'tree');

await runCommand(async () => {
  const { values, positionals } = readCommandLine({
    usage: USAGE,
    options: { after: { type: 'boolean', default: false } },
    positionals: { min: 0, max: 1 },
  });
  process.env.NODE_ENV = 'test';
  const [{ FLOODS }, { attackOnce, openGround }, { copyTree }] = await Promise.all([
    import('./floods.ts'),
    import('./attack-once.ts'),
    import('../mutants/copy-tree.ts'),
  ]);
  const [word] = positionals;
  const floods = FLOODS.filter(({ finding }) => word === undefined || finding === word);
  if (floods.length === 0) throw new CommandError(`No flood is of the finding ${word}.`);
  mkdirSync(dataDir, { recursive: true });
  const stop = new StopRequest(
    () => console.log('Stopping …'),
    () => process.exit(1),
  );
  const lock = acquireLock(join(dataDir, 'run', 'attacks.lock'), 'The attacks are under way already');
  const services = await startTestServices({
    dataDir: join(dataDir, 'services'),
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    say: (line) => console.log(line),
    signal: stop.signal,
  });
  try {
    process.env.TEST_DATABASE_URL = services.databaseUrl;
    process.env.TEST_REDIS_URL = services.redisUrl;
    const ground = await openGround();
    let harmed = 0;
    try {
      for (const flood of floods) {
        stop.check();
        console.log(`\n${flood.finding}: ${flood.what}`);
        if (!values.after) {
          copyTree(projectRoot, tree);
          for (const edit of flood.undo) undo(edit);
          console.log(`  before: ${told(await attackOnce(ground, tree, flood))}`);
        }
        const now = await attackOnce(ground, projectRoot, flood);
        console.log(`  now:    ${told(now)}`);
        if (now.failed > 0 || now.loopBlocked > MAX_BLOCKED_MS) harmed += 1;
      }
    } finally {
      await ground.close();
    }
    return harmed === 0 ? 0 : 1;
  } finally {
    await services.stop();
    rmSync(tree, { recursive: true, force: true });
    lock.release();
  }
});

function undo({ file, find, replace }: Edit): void {
  const path = join(tree, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2)
    throw new CommandError(`What is to be undone is not in ${file} once: ${find}`);
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
}

interface Outcome {
  loopBlocked: number;
  memory: number;
  seconds: number;
  requests: number;
  failed: number;
  longest: number;
}

function told({ loopBlocked, memory, seconds, requests, failed, longest }: Outcome): string {
  return [
    `${seconds.toFixed(1)} s`,
    `loop blocked ${loopBlocked.toFixed(0)} ms`,
    `memory +${(memory / 2 ** 20).toFixed(0)} MiB`,
    `shoppers: ${failed} of ${requests} failed, longest ${longest.toFixed(0)} ms`,
  ].join(', ');
}
