import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { PHONES } from './flavours.ts';
import type { Tools } from './tools.ts';

/** Every Java file below a folder, in the order of their names: the compiler's output must not depend on the disk's. */
export function javaFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.java'))
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Compiles the shell for phones. Android's own classes are stubs, signatures without content, of which nothing comes into
 * the app.
 * @param resourceIds R.java, as made from the resources.
 * @returns classes.dex
 */
export async function compileShell(tools: Tools, resourceIds: string, work: string): Promise<Buffer> {
  const [stubs, classes] = [path.join(work, 'stubs'), path.join(work, 'classes')];
  for (const folder of [stubs, classes]) mkdirSync(folder, { recursive: true });
  // Java 8: what the dexer knows. Lambdas and records are beyond it.
  const release = ['--release', '8', '-encoding', 'UTF-8'];
  await tools.javac(...release, '-Xlint:-options', '-d', stubs, ...javaFiles(path.join(PHONES, 'stubs')));
  const strict = ['-Werror', '-Xlint:all,-options', '-g:source,lines'];
  const sources = [...javaFiles(path.join(PHONES, 'java')), resourceIds];
  await tools.javac(...release, ...strict, '-cp', stubs, '-d', classes, ...sources);
  const dex = path.join(work, 'classes.dex');
  // 24, although the apps need more: with 26 the dexer accepts lambdas and emits what no phone can run.
  const printed = await tools.dx('--dex', '--min-sdk-version=24', `--output=${dex}`, classes);
  if (printed.trim() !== '') throw new CommandError(`The dexer warns:\n${printed.trim()}`);
  return readFileSync(dex);
}
