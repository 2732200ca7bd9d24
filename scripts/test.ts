import { mkdirSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { ensureChromium } from './browser/chromium.ts';
import { type MochaOutcome, type MochaSettings, runMocha } from './checks/run-mocha.ts';
import { runChecks } from './checks/static-checks.ts';
import { startTestServices, type TestServices } from './embedded/test-services.ts';
import { reportFailure } from './shared/command-line.ts';
import { acquireLock } from './supervisor/instance-lock.ts';
import { Progress } from './supervisor/progress.ts';
import { Stopped, StopRequest } from './supervisor/stop-request.ts';

const EVERYTHING = 'test/**/*.test.ts';
const filesOf = (folder: string) => `test/${folder}/**/*.test.ts`;
/** Need neither PostgreSQL nor Redis. */
const UNITS = ['unit', 'scripts'];
/** Thousands of seeded runs, which use the CPU for minutes and never wait. */
const SEEDED = ['simulation', 'model'];
/** Simulates a day on an installation of its own, with seven processes and a fast clock. */
const CITY = filesOf('city');
/** Every screen in every state, which takes minutes: `npm run test:screens`. */
const SCREENS = 'screens';
/** Installing and operating with the programs of a server, which takes minutes: `npm run test:operate`. */
const OPERATE = 'operate';
/** Redis that fails over and networks that are cut, which takes minutes: `npm run test:cluster`. */
const CLUSTER = 'cluster';
/** The longer city test takes minutes: `npm run test:city`. */
const CITY_FOR_MINUTES = 'test/city/under-faults.test.ts';

/** `npm test`: builds, then the static checks, then every test on a real PostgreSQL and Redis. Exits with 0 or 1. */
export async function test(args: readonly string[], build: () => Promise<void>): Promise<never> {
  const progress = new Progress();
  const stopRequest = new StopRequest(
    () => progress.say('\nStopping …'),
    () => process.exit(1),
  );
  try {
    await build();
    stopRequest.check();
    process.exit(await runAll(args, progress, stopRequest));
  } catch (error) {
    process.exit(error instanceof Stopped ? 1 : reportFailure(error));
  }
}

async function runAll(
  args: readonly string[],
  progress: Progress,
  stopRequest: StopRequest,
): Promise<number> {
  const faults = args.length === 0 ? await runChecks(projectRoot, progress, stopRequest) : [];
  stopRequest.check();
  if (needsBrowser(args)) await findBrowser(progress, stopRequest);
  const dataDir = join(projectRoot, '.data', 'test');
  mkdirSync(dataDir, { recursive: true });
  const lock = acquireLock(join(dataDir, 'run', 'test.lock'), 'The tests are already running');
  try {
    const services = await bringUp(dataDir, progress, stopRequest);
    try {
      const common = { projectRoot, env: testEnvironment(services), signal: stopRequest.signal };
      const outcomes: MochaOutcome[] = [];
      for (const together of phases(args)) {
        const runs = together.map((run, at) => {
          const countsFile = join(dataDir, `counts-${outcomes.length + at}.json`);
          return runMocha({ ...common, ...run, countsFile });
        });
        outcomes.push(...(await Promise.all(runs)));
      }
      return conclude(outcomes, faults);
    } finally {
      await services.stop();
    }
  } finally {
    lock.release();
  }
}

/** False for `--only FILE …` if none of the files uses a browser. */
function needsBrowser(args: readonly string[]): boolean {
  if (args.includes('--operate')) return false;
  return !args.includes('--only') || args.some((arg) => arg.includes('browser') || arg.includes(SCREENS));
}

async function findBrowser(progress: Progress, { signal }: StopRequest): Promise<void> {
  const find = () => ensureChromium((line) => progress.say(line), signal);
  await progress.step('Browser', find, (path) => path);
}

/** Uses an existing PostgreSQL or Redis if its address is given. */
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

/**
 * The runs of mocha in two steps. Tests on real services mostly wait, so two halves of them run side by side, and the
 * units beside both. Then browsers and the city, in two halves as well, have the machine, and what they leave of it goes
 * to the seeded runs.
 * `--only FILE …` takes the place of the suite; anything else is passed on with it, to one run.
 */
function phases(args: readonly string[]): Pick<MochaSettings, 'args' | 'output' | 'niceness'>[][] {
  const rest = args.filter((arg) => arg !== '--only');
  if (args.includes('--only')) return [[{ args: rest }]];
  if (args.includes('--operate')) return operatePhases();
  if (args.length > 0) return [[{ args: [...rest, EVERYTHING] }]];
  const [even, odd] = halves(testsOnServices());
  const [first, second] = halves(testsIn('browser'));
  return [
    [{ args: even }, { args: odd, output: 'at-end' }, { args: UNITS.map(filesOf), output: 'at-end' }],
    [
      { args: [...first, CITY, '--ignore', CITY_FOR_MINUTES] },
      { args: second, output: 'at-end' },
      ...SEEDED.map((folder) => ({ args: [filesOf(folder)], output: 'at-end' as const, niceness: 19 })),
    ],
  ];
}

/** The upgrade under load has the machine to itself. Installing mostly waits for disk and systemd, so the rest runs beside. */
function operatePhases(): Pick<MochaSettings, 'args' | 'output'>[][] {
  const file = (name: string) => join('test', OPERATE, `${name}.test.ts`);
  const others = testsIn(OPERATE).filter((each) => ![file('upgrade'), file('install')].includes(each));
  return [
    [{ args: [file('upgrade')] }],
    [
      { args: [file('install'), '--fgrep', '(trixie)'] },
      { args: [file('install'), '--fgrep', '(bookworm)'], output: 'at-end' },
      { args: others, output: 'at-end' },
    ],
  ];
}

/** Files, in the order of their names. */
function testsOnServices(): string[] {
  const elsewhere = [...UNITS, ...SEEDED, 'browser', SCREENS, OPERATE, CLUSTER, 'city', 'support'].map(
    (folder) => `${folder}${sep}`,
  );
  return testsIn('').filter((file) => !elsewhere.some((folder) => file.startsWith(join('test', folder))));
}

function testsIn(folder: string): string[] {
  return readdirSync(join(projectRoot, 'test', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join('test', folder, file))
    .sort();
}

/** Every second one, so that the files of a folder, which are alike, are shared evenly. */
function halves(files: readonly string[]): [string[], string[]] {
  return [files.filter((_, at) => at % 2 === 0), files.filter((_, at) => at % 2 === 1)];
}

/** Prints the combined results and returns the exit code. */
function conclude(outcomes: readonly MochaOutcome[], faults: readonly string[]): number {
  const all = [...faults, ...outcomes.flatMap(({ fault }) => fault ?? [])];
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0);
  const passed = sum('passed');
  const failed = sum('failed');
  const skipped = sum('skipped');
  // Once more in one place: thousands of lines may lie between a failure and the end.
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) console.log(`\nFailed tests:\n\n${failures.join('\n\n')}`);
  if (all.length > 0) console.log(`\nFailed: ${all.join('; ')}`);
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return all.length === 0 && failed === 0 && passed > 0 ? 0 : 1;
}

/** Tests get the addresses under names of their own, so that none can touch an installation by mistake. */
function testEnvironment(services: TestServices): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: 'test',
    // scripts/test.mjs has just seen to it: tests may start the programs in dist/.
    WASL_BUILT: '1',
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
  };
}
