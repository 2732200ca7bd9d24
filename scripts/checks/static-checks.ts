import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../embedded/run.ts';
import type { Progress } from '../supervisor/progress.ts';
import type { StopRequest } from '../supervisor/stop-request.ts';

interface Check {
  readonly name: string;
  /** A program of node_modules, and its arguments. */
  readonly program: string;
  readonly args: readonly string[];
}

const LAYERS = ['server', 'realtime', 'db', 'actors', 'consoles', 'scripts', 'test'];
const LIMIT_MS = 4 * 60_000;

function checks(projectRoot: string): Check[] {
  const folders = LAYERS.filter((folder) => existsSync(join(projectRoot, folder)));
  return [
    { name: 'Format and lint', program: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
    { name: 'Types', program: 'typescript/bin/tsc', args: ['--noEmit'] },
    { name: 'Types of the consoles', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'consoles'] },
    { name: 'Generated types', program: 'tsx/dist/cli.mjs', args: ['scripts/generate.ts', '--check'] },
    { name: 'Made parts of README.md', program: 'tsx/dist/cli.mjs', args: ['scripts/readme.ts', '--check'] },
    {
      name: 'Import direction and circles',
      program: 'dependency-cruiser/bin/dependency-cruise.mjs',
      args: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders],
    },
  ];
}

/** Runs every check, printing the output of those that fail, and returns the names of these. */
export async function runChecks(
  projectRoot: string,
  progress: Progress,
  stopRequest: StopRequest,
): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, program, args } of checks(projectRoot)) {
    stopRequest.check();
    const script = join(projectRoot, 'node_modules', program);
    const { ok, output } = await progress.step(
      name,
      () =>
        run(process.execPath, [script, ...args], {
          cwd: projectRoot,
          limitMs: LIMIT_MS,
          signal: stopRequest.signal,
        }),
      (done) => (done.ok ? 'ok' : 'FAILED'),
    );
    if (ok) continue;
    failed.push(name);
    console.log(`\n${output.trim()}\n`);
  }
  return failed;
}
