import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { SERVER_NODE_OPTIONS } from './server-process.ts';

/** A program of the project, and the options Node needs to run it. */
export interface OwnProgram {
  readonly program: string;
  readonly nodeOptions: readonly string[];
}

/**
 * How tests and trials run a program: as `npm test` has just built it (it says so in WASL_BUILT), which starts with a
 * third of the work, or else from its source, so that what is tried is what is there, built or not.
 *
 * @param source path from the project on, e.g. `server/main.ts`
 */
export function ownProgram(source: string): OwnProgram {
  if (process.env.WASL_BUILT !== '1')
    return { program: join(projectRoot, source), nodeOptions: ['--import', 'tsx'] };
  const program = join(projectRoot, 'dist', source.replace(/\.ts$/, '.js'));
  return { program, nodeOptions: SERVER_NODE_OPTIONS.small };
}
