import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder: both the sources and the build in dist/ find openapi.yaml and SQL files from it. */
export const projectRoot = findRoot(path.dirname(fileURLToPath(import.meta.url)));

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'openapi.yaml'))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('openapi.yaml not found above the program');
  return findRoot(parent);
}
