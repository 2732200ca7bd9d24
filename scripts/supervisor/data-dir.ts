import { resolve } from 'node:path';
import { Fault } from '../shared/fault.ts';

const FLAG = '--data-dir';

/** Where an installation keeps its data: `flag` (--data-dir), else DATA_DIR, else .data in the project. */
export function readDataDir(env: NodeJS.ProcessEnv, projectRoot: string, flag?: string): string {
  return resolve(projectRoot, flag ?? (env.DATA_DIR || '.data'));
}

/** Takes --data-dir out of a command's arguments, wherever it stands. Throws a Fault when it names nothing. */
export function takeDataDir(args: readonly string[]): { flag: string | undefined; rest: string[] } {
  const at = args.findIndex((arg) => arg === FLAG || arg.startsWith(`${FLAG}=`));
  const found = args[at];
  if (found === undefined) return { flag: undefined, rest: [...args] };
  const apart = found === FLAG;
  const flag = apart ? args[at + 1] : found.slice(FLAG.length + 1);
  if (flag === undefined || flag === '' || (apart && flag.startsWith('--')))
    throw new Fault(`${FLAG} needs a folder.`);
  return { flag, rest: args.filter((_, index) => index !== at && !(apart && index === at + 1)) };
}
