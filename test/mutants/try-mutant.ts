import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Mutant, mutate } from './mutant.ts';
import { runTests, type TestRun, type TestTree } from './run-tests.ts';

export type Verdict =
  | { kind: 'killed' }
  /** The test passed all the same. */
  | { kind: 'survived' }
  /** The test failed or did not run, but said nothing about the safeguard. */
  | { kind: 'unclear'; why: string };

const LIMIT_MS = 40_000;

/** Applies one mutant to the tree, runs its test, and puts the file back. */
export async function tryMutant(tree: TestTree, mutant: Mutant): Promise<Verdict> {
  const file = join(tree.root, mutant.file);
  const source = readFileSync(file, 'utf8');
  const mutated = mutate(mutant, source);
  if ('fault' in mutated) return { kind: 'unclear', why: mutated.fault };
  try {
    writeFileSync(file, mutated.text);
    return verdictOn(mutant, await runTests(tree, [mutant.test], LIMIT_MS));
  } finally {
    writeFileSync(file, source);
  }
}

function verdictOn({ test, says }: Mutant, run: TestRun): Verdict {
  if (run.fault !== null) return { kind: 'unclear', why: `nothing ran: ${lastWords(run.fault)}` };
  const [hook] = run.hooks;
  if (hook !== undefined) return { kind: 'unclear', why: `${hook.title} failed: ${hook.error?.message}` };
  const [result, ...others] = run.tests;
  if (result?.title !== test.title || others.length > 0)
    return { kind: 'unclear', why: 'not that one test ran' };
  if (result.error === null) return { kind: 'survived' };
  const { name, message } = result.error;
  if (name !== 'AssertionError') return { kind: 'unclear', why: `no assertion failed: ${name}: ${message}` };
  if (!message.includes(says)) return { kind: 'unclear', why: `another assertion failed: ${message}` };
  return { kind: 'killed' };
}

function lastWords(output: string): string {
  return output.split('\n').slice(-8).join('\n');
}
