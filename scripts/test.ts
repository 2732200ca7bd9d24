import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { runMocha } from './checks/run-mocha.ts';
import { runChecks } from './checks/static-checks.ts';
import { explain, Fault } from './embedded/run.ts';
import { startTestServices, type TestServices } from './embedded/test-services.ts';
import { acquireLock } from './supervisor/instance-lock.ts';
import { Progress } from './supervisor/progress.ts';
import { Stopped, StopRequest } from './supervisor/stop-request.ts';

const USAGE = `Usage: npm test                            everything
       npm test -- --only FILE [MOCHA ARGS]  these test files alone, without the other checks
       npm test -- -g PATTERN                 the tests whose titles fit, without the other checks`;

/** `npm test`: the static checks, then every test on a real PostgreSQL and Redis. Exits with 0 or 1. */
export async function test(args: readonly string[]): Promise<never> {
  const progress = new Progress();
  const stopRequest = new StopRequest(
    () => progress.say('\nStopping …'),
    () => process.exit(1),
  );
  try {
    process.exit(await runAll(args, progress, stopRequest));
  } catch (error) {
    if (error instanceof Stopped) process.exit(1);
    process.stderr.write(`\n${explain(error)}\n`);
    process.exit(1);
  }
}

async function runAll(
  args: readonly string[],
  progress: Progress,
  stopRequest: StopRequest,
): Promise<number> {
  if (args.includes('--help')) throw new Fault(USAGE);
  const faults = args.length === 0 ? await runChecks(projectRoot, progress, stopRequest) : [];
  stopRequest.check();
  const dataDir = join(projectRoot, '.data', 'test');
  mkdirSync(dataDir, { recursive: true });
  const lock = acquireLock(join(dataDir, 'run', 'test.lock'), 'The tests are already running');
  try {
    const services = await bringUp(dataDir, progress, stopRequest);
    try {
      const outcome = await runMocha({
        projectRoot,
        args: mochaArguments(args),
        env: testEnvironment(services),
        countsFile: join(dataDir, 'counts.json'),
        signal: stopRequest.signal,
      });
      if (outcome.fault !== undefined) faults.push(outcome.fault);
      if (faults.length > 0) console.log(`\nFailed: ${faults.join('; ')}`);
      const skipped = outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : '';
      console.log(`\n${outcome.passed} passed, ${outcome.failed} failed${skipped}`);
      return faults.length === 0 && outcome.failed === 0 && outcome.passed > 0 ? 0 : 1;
    } finally {
      await services.stop();
    }
  } finally {
    lock.release();
  }
}

/** A database or Redis of the person's own is used when its address is given. */
async function bringUp(dataDir: string, progress: Progress, stopRequest: StopRequest): Promise<TestServices> {
  const databaseUrl = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const redisUrl = process.env.TEST_REDIS_URL || process.env.REDIS_URL;
  const given = { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) };
  return progress.step(
    'Test services',
    () =>
      startTestServices({
        dataDir,
        given,
        redisDistDir: join(projectRoot, '.data', 'redis-dist'),
        projectRoot,
        say: (line) => progress.say(line),
        signal: stopRequest.signal,
      }),
    (services) => services.description,
  );
}

/** `--only FILE …` takes the place of the whole suite; anything else is passed on with it. */
function mochaArguments(args: readonly string[]): string[] {
  const rest = args.filter((arg) => arg !== '--only');
  return args.includes('--only') ? rest : [...rest, 'test/**/*.test.ts'];
}

/** Tests get the addresses under names of their own, so that none can touch an installation by mistake. */
function testEnvironment(services: TestServices): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
  };
}
