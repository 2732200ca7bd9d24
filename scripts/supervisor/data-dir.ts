import { resolve } from 'node:path';

/** Where an installation keeps its data: `flag` (--data-dir), else DATA_DIR, else .data in the project. */
export function readDataDir(env: NodeJS.ProcessEnv, projectRoot: string, flag?: string): string {
  return resolve(projectRoot, flag ?? (env.DATA_DIR || '.data'));
}
