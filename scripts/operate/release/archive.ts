import { rmSync } from 'node:fs';
import path from 'node:path';
import { run } from '../../embedded/run.ts';
import { CommandError } from '../../shared/command-error.ts';

const LIMIT_MS = 10 * 60_000;

/** Packs a folder beside itself. Files belong to root in it, no matter who packs them. */
export async function archive(folder: string): Promise<string> {
  const file = `${folder}.tar.gz`;
  const owner = ['--owner=0', '--group=0', '--numeric-owner'];
  const args = [...owner, '-C', path.dirname(folder), '-czf', file, path.basename(folder)];
  const packed = await run('tar', args, { limitMs: LIMIT_MS });
  if (packed.ok) return file;
  rmSync(file, { force: true });
  throw new CommandError(`The archive could not be made: ${packed.output.trim()}`);
}
