import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '../root.ts';

/** One of the bundled files, described in `db/seeds/geo/README.md`. */
export async function readGeometry(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(projectRoot, 'db/seeds/geo', name), 'utf8')) as unknown;
}
