import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { quietly, run } from '../../scripts/embedded/run.ts';
import type { NamedTest } from './mutant.ts';

export interface TestError {
  /** "AssertionError" when an assertion of the test failed. */
  name: string;
  message: string;
}

export interface TestResult {
  title: string;
  /** Null when it passed. */
  error: TestError | null;
}

export interface TestRun {
  tests: readonly TestResult[];
  /** Hooks that failed. */
  hooks: readonly TestResult[];
  /** Why there are no results: a file that could not be imported, a run that hung. */
  fault: string | null;
}

export interface TestTree {
  root: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Runs these tests, and no others, on the sources under `root`. Never throws. */
export async function runTests(
  { root, env, signal }: TestTree,
  tests: readonly NamedTest[],
  limitMs: number,
): Promise<TestRun> {
  const resultsFile = join(root, '.data', 'results.json');
  rmSync(resultsFile, { force: true });
  const program = join(projectRoot, 'node_modules', 'mocha', 'bin', 'mocha.js');
  const reporter = join(projectRoot, 'test', 'mutants', 'reporter.cjs');
  const files = [...new Set(tests.map(({ file }) => file))];
  const pattern = `^(?:${tests.map(({ title }) => literally(title)).join('|')})$`;
  const { output } = await run(
    process.execPath,
    [program, '--exit', '--reporter', reporter, '--grep', pattern, ...files],
    { cwd: root, env: { ...env, WASL_MUTANT_RESULTS: resultsFile }, limitMs, signal },
  );
  const results = quietly(
    () => JSON.parse(readFileSync(resultsFile, 'utf8')) as Omit<TestRun, 'fault'> & { ended: boolean },
  );
  if (results?.ended !== true) return { tests: [], hooks: [], fault: output.trim() || 'mocha did not end' };
  return { tests: results.tests, hooks: results.hooks, fault: null };
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
