import { resolve } from 'node:path';
import { CommandError } from '../shared/command-error.ts';

/** Where an installation keeps its data: `flag` (--data-dir), else DATA_DIR, else .data in the project. */
export function readDataDir(env: NodeJS.ProcessEnv, projectRoot: string, flag?: string): string {
  if (flag === '') throw new CommandError('--data-dir needs a folder.');
  return resolve(projectRoot, flag ?? (env.DATA_DIR || '.data'));
}
