import { projectRoot } from '../db/root.ts';
import { explain } from './shared/command-error.ts';
import { reportFailure } from './shared/command-line.ts';
import { cityCompanion } from './start/city.ts';
import { readOptions } from './start/options.ts';
import { Supervisor } from './supervisor/supervisor.ts';

/** `npm start`: brings everything up in order, keeps it up, and takes it down in reverse order. */
export async function start(args: readonly string[]): Promise<never> {
  // A closed terminal must not end the supervisor before it has stopped everything.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.exit(await run(args).catch((error: unknown) => reportFailure(error, (why) => `\n${explain(why)}`)));
}

async function run(args: readonly string[]): Promise<number> {
  const options = readOptions(args, process.env, projectRoot);
  const { city } = options;
  const companion = city === undefined ? undefined : cityCompanion({ ...options, city });
  return new Supervisor(options, companion).run();
}
