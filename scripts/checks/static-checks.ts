import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from '../embedded/run.ts';
import type { Progress } from '../supervisor/progress.ts';
import type { StopRequest } from '../supervisor/stop-request.ts';

interface Check {
  readonly name: string;
  /** A program from node_modules, with its arguments. */
  readonly program: string;
  readonly args: readonly string[];
}

const LAYERS = ['server', 'realtime', 'db', 'actors', 'consoles', 'scripts', 'test'];
/**
 * TypeScript 7, which takes a third of the processor's time that 5.9 takes. The package `typescript` stays at 5.9, whose
 * programming interface the generated types and the check of folders need.
 */
const TYPES = 'typescript-compiler/bin/tsc';
const LIMIT_MS = 4 * 60_000;

/** Longest first, so that the short ones fill the gaps. */
function checks(projectRoot: string): Check[] {
  const folders = LAYERS.filter((folder) => existsSync(join(projectRoot, folder)));
  return [
    { name: 'Types', program: TYPES, args: ['--noEmit'] },
    { name: 'Types of the consoles', program: TYPES, args: ['--noEmit', '-p', 'consoles'] },
    { name: 'Format and lint', program: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
    {
      name: 'Bundled contract and types',
      program: 'tsx/dist/cli.mjs',
      args: ['scripts/generate.ts', '--check'],
    },
    {
      name: 'Made parts of the documentation',
      program: 'tsx/dist/cli.mjs',
      args: ['scripts/readme.ts', '--check'],
    },
    { name: 'Retired words', program: 'tsx/dist/cli.mjs', args: ['scripts/checks/retired-words.ts'] },
    { name: 'Migrations', program: 'tsx/dist/cli.mjs', args: ['scripts/checks/migrations.ts'] },
    { name: 'Circles of folders', program: 'tsx/dist/cli.mjs', args: ['scripts/checks/folder-circles.ts'] },
    {
      name: 'Import direction, slices and circles of files',
      program: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders],
    },
  ];
}

/** Runs every check, as many at a time as there are processors, and returns the names of those that failed. */
export async function runChecks(
  projectRoot: string,
  progress: Progress,
  stopRequest: StopRequest,
): Promise<string[]> {
  const failed: string[] = [];
  const waiting = checks(projectRoot);
  const workThrough = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      stopRequest.check();
      if (!(await passes(check, projectRoot, progress, stopRequest))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, workThrough));
  return failed;
}

/** Prints how long it took, and its output if it failed. */
async function passes(
  { name, program, args }: Check,
  projectRoot: string,
  progress: Progress,
  { signal }: StopRequest,
): Promise<boolean> {
  const began = Date.now();
  const script = join(projectRoot, 'node_modules', program);
  const { ok, output } = await run(process.execPath, [script, ...args], {
    cwd: projectRoot,
    limitMs: LIMIT_MS,
    signal,
  });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  progress.say(`${name} … ${ok ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (!ok) progress.say(`\n${output.trim()}\n`);
  return ok;
}
