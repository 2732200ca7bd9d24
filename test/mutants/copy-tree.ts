import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../scripts/shared/command-error.ts';

/** Copies the working tree's sources, committed or not, into a tree that may be mutated; packages are shared. */
export function copyTree(projectRoot: string, target: string): void {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1_024 * 1_024,
  });
  if (listed.status !== 0) throw new CommandError(`git does not list the sources: ${listed.stderr.trim()}`);
  rmSync(target, { recursive: true, force: true });
  for (const file of new Set(listed.stdout.split('\0'))) {
    // Deleted and not yet committed.
    if (file === '' || !existsSync(join(projectRoot, file))) continue;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(join(projectRoot, file), join(target, file));
  }
  symlinkSync(join(projectRoot, 'node_modules'), join(target, 'node_modules'));
  mkdirSync(join(target, '.data'), { recursive: true });
}
