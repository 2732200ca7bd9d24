import { readFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../embedded/run.ts';

const LIMIT_MS = 30_000;

/** `0.1.0-26948eb4`: the version of package.json and the commit; `-changed` if files differ from it. */
export async function versionOf(root: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const git = (...args: string[]) => run('git', args, { cwd: root, limitMs: LIMIT_MS });
  const commit = await git('rev-parse', '--short=8', 'HEAD');
  if (!commit.ok) return version;
  const changed = await git('status', '--porcelain', '--untracked-files=no');
  return `${version}-${commit.output.trim()}${changed.output.trim() === '' ? '' : '-changed'}`;
}
