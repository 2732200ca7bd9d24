import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';

/** A program of the project, with the options that Node needs to run it. */
export interface OwnProgram {
  readonly program: string;
  readonly nodeOptions: readonly string[];
}

/**
 * How tests run a program: as built, if `npm test` has just built it (WASL_BUILT says so), since that takes a third of
 * the start-up work; otherwise from its source, so that the test never runs an outdated build. Files under test/ are
 * never built.
 *
 * @param source path from the project's root, e.g. `server/main.ts`
 */
export function ownProgram(source: string): OwnProgram {
  if (process.env.WASL_BUILT !== '1' || source.startsWith('test/'))
    return { program: join(projectRoot, source), nodeOptions: ['--import', 'tsx'] };
  const program = join(projectRoot, 'dist', source.replace(/\.ts$/, '.js'));
  return { program, nodeOptions: SERVER_NODE_OPTIONS };
}
