// `npm run test:mutants [-- WORD]`: takes one safeguard after the other out of a copy of the sources and requires that
// the test named with it fails. WORD picks the mutants whose names contain it.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { startTestServices, type TestServices } from '../../scripts/embedded/test-services.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { readCommandLine, reportFailure } from '../../scripts/shared/command-line.ts';
import { acquireLock } from '../../scripts/supervisor/instance-lock.ts';
import { Stopped, StopRequest } from '../../scripts/supervisor/stop-request.ts';
import { copyTree } from './copy-tree.ts';
import { type Mutant, mutate, type NamedTest } from './mutant.ts';
import { MUTANTS } from './mutants.ts';
import { runTests, type TestTree } from './run-tests.ts';
import { tryMutant, type Verdict } from './try-mutant.ts';

const UNMUTATED_LIMIT_MS = 180_000;
const dataDir = join(projectRoot, '.data', 'mutants');

const USAGE = `Usage: npm run test:mutants [-- WORD]

Takes one safeguard after the other out of a copy of the sources and demands that the test named with it fails.
  WORD  tries the mutants alone whose names contain it`;

try {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, positionals: { min: 0, max: 1 } });
  process.exit(await main(positionals[0] ?? ''));
} catch (error) {
  process.exit(error instanceof Stopped ? 1 : reportFailure(error));
}

async function main(word: string): Promise<number> {
  const mutants = MUTANTS.filter(({ name }) => name.includes(word));
  if (mutants.length === 0) throw new CommandError(`No mutant's name contains "${word}".`);
  const stop = new StopRequest(
    () => console.log('\nStopping …'),
    () => process.exit(1),
  );
  mkdirSync(dataDir, { recursive: true });
  const lock = acquireLock(join(dataDir, 'run', 'mutants.lock'), 'The mutants are already being tried');
  const root = join(dataDir, 'tree');
  try {
    copyTree(projectRoot, root);
    checkUpToDate(root, mutants);
    const services = await bringUp(stop.signal);
    try {
      const tree = { root, env: environment(services), signal: stop.signal };
      await checkUnmutated(tree, mutants);
      return await tryAll(tree, mutants, stop);
    } finally {
      await services.stop();
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
    lock.release();
  }
}

function checkUpToDate(root: string, mutants: readonly Mutant[]): void {
  const faults = mutants.flatMap((mutant) => {
    const mutated = mutate(mutant, readFileSync(join(root, mutant.file), 'utf8'));
    return 'fault' in mutated ? [`  ${mutant.name}: ${mutated.fault}`] : [];
  });
  if (faults.length > 0) throw new CommandError(`Mutants out of date:\n${faults.join('\n')}`);
}

/** Checks that each test passes unmutated: one that fails anyway proves nothing. */
async function checkUnmutated(tree: TestTree, mutants: readonly Mutant[]): Promise<void> {
  const tests = new Map<string, NamedTest>(mutants.map(({ test }) => [test.title, test]));
  const run = await runTests(tree, [...tests.values()], UNMUTATED_LIMIT_MS);
  if (run.fault !== null) throw new CommandError(`The unmutated tests did not run:\n${run.fault}`);
  const faults = run.hooks.map(({ title, error }) => `  ${title}: ${error?.message}`);
  for (const title of tests.keys()) {
    const results = run.tests.filter((result) => result.title === title);
    if (results.length !== 1) faults.push(`  there are ${results.length} tests called: ${title}`);
    for (const { error } of results) if (error !== null) faults.push(`  ${title}: ${error.message}`);
  }
  if (faults.length > 0) throw new CommandError(`Without any mutant:\n${faults.join('\n')}`);
  console.log(`${tests.size} tests pass on the sources as they are.\n`);
}

async function tryAll(tree: TestTree, mutants: readonly Mutant[], stop: StopRequest): Promise<number> {
  const width = Math.max(...mutants.map(({ name }) => name.length));
  const began = performance.now();
  let alive = 0;
  for (const mutant of mutants) {
    stop.check();
    const verdict = await tryMutant(tree, mutant);
    stop.check();
    if (verdict.kind !== 'killed') alive += 1;
    console.log(`${mutant.name.padEnd(width)}  ${said(verdict).padEnd(8)}  ${mutant.test.title}`);
    if (verdict.kind === 'unclear') console.log(`  ${verdict.why}`);
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  console.log(`\n${mutants.length - alive} of ${mutants.length} mutants killed in ${seconds} s`);
  return alive === 0 ? 0 : 1;
}

function said({ kind }: Verdict): string {
  return kind === 'killed' ? kind : kind.toUpperCase();
}

function bringUp(signal: AbortSignal): Promise<TestServices> {
  const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
  return startTestServices({
    dataDir: join(dataDir, 'services'),
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    given: { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) },
    say: (line) => console.log(line),
    signal,
  });
}

function environment(services: TestServices): NodeJS.ProcessEnv {
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...rest } = process.env;
  return {
    ...rest,
    NODE_ENV: 'test',
    TEST_DATABASE_URL: services.databaseUrl,
    TEST_REDIS_URL: services.redisUrl,
  };
}
