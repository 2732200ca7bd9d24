import { chmodSync, copyFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../../embedded/run.ts';

/** Where Debian's package nodejs has it. */
const DEBIANS = '/usr/bin/node';

/**
 * The Node that a release runs with: a copy of this one, with which it was built, if it needs nothing but the C and C++
 * libraries; otherwise a link to the one of Debian's package (docs/decisions/0081).
 */
export function placeNode(folder: string, program = process.execPath): void {
  mkdirSync(folder, { recursive: true });
  const target = path.join(folder, 'node');
  if (isSelfContained(program)) {
    copyFileSync(realpathSync(program), target);
    chmodSync(target, 0o755);
  } else symlinkSync(DEBIANS, target);
}

/** Debian's own Node is a small program with its engine in libnode. */
function isSelfContained(program: string): boolean {
  const libraries = runQuietly('ldd', [realpathSync(program)], { limitMs: 10_000 });
  return libraries !== undefined && !/libnode|not found/.test(libraries);
}
