import { parseArgs } from 'node:util';
import { CITY_DEFAULTS, type CitySizes, readSizes, SIZE_FLAGS } from '../city/options.ts';
import { Fault } from '../embedded/run.ts';
import { readDataDir } from './data-dir.ts';
import type { Heap } from './server-process.ts';

export interface StartOptions {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly mode: 'development' | 'production';
  /** Ready-made accounts: only on loopback and never in production. */
  readonly demo: boolean;
  /** API processes behind the one port. */
  readonly processes: number;
  /** Of each process of the service. */
  readonly heap: Heap;
  /** Every log line of the two processes, not warnings alone. */
  readonly verbose: boolean;
  /** A day of orders is played on the installation once it is up: its sizes, and how fast domain time runs. */
  readonly city?: CitySizes & { readonly speed: number };
  /** Set when the person brings services of their own. */
  readonly databaseUrl?: string;
  readonly redisUrl?: string;
}

export const USAGE = `Usage: npm start -- [--port N] [--processes N] [--heap small|roomy] [--data-dir DIR] [--verbose] [--city …]
  --port N        port of the service (PORT, 3000)
  --processes N   API processes behind that port (PROCESSES, 1); from 2 on SIGUSR2 restarts them one by one
  --heap SIZE     memory of each process (HEAP, small): small, below 200 MB; roomy, for more than 6,000 drivers
                  at a time on one of them, twice that
  --data-dir DIR  where this installation keeps its data (DATA_DIR, .data)
  --verbose       print every log line, not warnings alone
  --city          plays a day of the city once everything runs; its sizes by --orders, --drivers, --hours, --seed,
                  its speed (CLOCK_RATE, ${CITY_DEFAULTS.speed}) by --speed; docs/city.md has more
Environment: DATABASE_URL and REDIS_URL replace the embedded PostgreSQL and Redis; HOST, PORT, DATA_DIR,
PROCESSES, HEAP, NODE_ENV and the keys of server/kernel/process/config.ts.`;

/** Throws a Fault naming what is wrong with the command line or the environment. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, root: string): StartOptions {
  const flags = parseFlags(args);
  const host = env.HOST || '127.0.0.1';
  const mode = env.NODE_ENV === 'production' ? 'production' : 'development';
  return {
    dataDir: readDataDir(env, root, flags['data-dir']),
    host,
    port: readPort(flags.port ?? (env.PORT || '3000')),
    mode,
    processes: readProcesses(flags.processes ?? (env.PROCESSES || '1')),
    heap: readHeap(flags.heap ?? (env.HEAP || 'small')),
    demo: mode !== 'production' && isLoopback(host),
    verbose: flags.verbose === true,
    ...readCity(flags, env, mode),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : {}),
  };
}

function parseFlags(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string' },
        processes: { type: 'string' },
        heap: { type: 'string' },
        'data-dir': { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
        city: { type: 'boolean' },
        ...SIZE_FLAGS,
      },
    });
    if (values.help === true) throw new Fault(USAGE);
    return values;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** Throws a Fault for a city's sizes without a city, and for one in production, whose clock has one speed. */
function readCity(
  flags: ReturnType<typeof parseFlags>,
  env: NodeJS.ProcessEnv,
  mode: StartOptions['mode'],
): Pick<StartOptions, 'city'> {
  if (flags.city !== true) {
    const size = Object.keys(SIZE_FLAGS).find((name) => flags[name as keyof typeof SIZE_FLAGS] !== undefined);
    if (size !== undefined) throw new Fault(`--${size} is a size of the city: say --city, too.\n\n${USAGE}`);
    return {};
  }
  if (mode === 'production') throw new Fault('--city is for simulations; NODE_ENV is production.');
  const sizes = readSizes(flags);
  return { city: { ...sizes, speed: sizes.speed ?? (Number(env.CLOCK_RATE) || CITY_DEFAULTS.speed) } };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Fault(`The port must be a whole number from 1 to 65535, not "${text}".`);
}

/** Each holds its own connections to PostgreSQL, and more than a machine has cores gain nothing. */
const MOST_PROCESSES = 16;

function readProcesses(text: string): number {
  const processes = Number(text);
  if (/^\d+$/.test(text) && processes >= 1 && processes <= MOST_PROCESSES) return processes;
  throw new Fault(`--processes must be a whole number from 1 to ${MOST_PROCESSES}, not "${text}".`);
}

function readHeap(text: string): Heap {
  if (text === 'small' || text === 'roomy') return text;
  throw new Fault(`--heap must be small or roomy, not "${text}".`);
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** "http://127.0.0.1:3000"; an address that listens everywhere is reached through loopback. */
export function baseUrl(options: Pick<StartOptions, 'host' | 'port'>): string {
  const host = options.host === '0.0.0.0' ? '127.0.0.1' : options.host === '::' ? '::1' : options.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${options.port}`;
}
