import { CITY_DEFAULTS, SIZE_OPTIONS, START } from '../bootstrap/command-lines.mjs';
import { type CitySizes, readSizes } from '../city/options.ts';
import { CommandError } from '../shared/command-error.ts';
import { readCommandLine, readWholeNumber } from '../shared/command-line.ts';
import { readDataDir } from '../supervisor/data-dir.ts';
import { type InstallationOptions, isLoopback } from '../supervisor/installation-options.ts';

export interface StartOptions extends InstallationOptions {
  /** Set for `--city`: the size of the day of orders that is simulated once the installation is up, and the speed of domain time. */
  readonly city?: CitySizes & { readonly speed: number };
}

type Flags = ReturnType<typeof readFlags>;

/** Throws a CommandError naming what is wrong with the command line or the environment. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, root: string): StartOptions {
  const flags = readFlags(args);
  const host = env.HOST || '127.0.0.1';
  const mode = env.NODE_ENV === 'production' ? 'production' : 'development';
  return {
    dataDir: readDataDir(env, root, flags['data-dir']),
    host,
    port: readPort(flags.port ?? (env.PORT || '3000')),
    mode,
    processes: readProcesses(flags.processes ?? (env.PROCESSES || '1')),
    demo: mode !== 'production' && isLoopback(host),
    verbose: flags.verbose === true,
    ...readCity(flags, env, mode),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    ...(env.DATABASE_OWNER_URL ? { databaseOwnerUrl: env.DATABASE_OWNER_URL } : {}),
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
  };
}

function readFlags(args: readonly string[]) {
  return readCommandLine(START, args).values;
}

/** Throws a CommandError for a city's sizes without a city, and for one in production, whose clock has one speed. */
function readCity(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  mode: StartOptions['mode'],
): Pick<StartOptions, 'city'> {
  if (flags.city !== true) {
    const size = Object.keys(SIZE_OPTIONS).find(
      (name) => flags[name as keyof typeof SIZE_OPTIONS] !== undefined,
    );
    if (size !== undefined) throw new CommandError(`--${size} is a size of the city: add --city.`);
    return {};
  }
  if (mode === 'production') throw new CommandError('--city is for simulations; NODE_ENV is production.');
  const sizes = readSizes(flags);
  return { city: { ...sizes, speed: sizes.speed ?? (Number(env.CLOCK_RATE) || CITY_DEFAULTS.speed) } };
}

function readPort(text: string): number {
  return readWholeNumber('port', text, { min: 1, max: 65_535 });
}

/** Each process has its own PostgreSQL connections, and more processes than cores gain nothing. */
const MAX_PROCESSES = 16;

function readProcesses(text: string): number {
  return readWholeNumber('processes', text, { min: 1, max: MAX_PROCESSES });
}
