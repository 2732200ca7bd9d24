import { spawn } from 'node:child_process';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../db/root.ts';
import { type Exit, stopProcess, whenExited } from '../embedded/processes.ts';
import { Fault } from '../embedded/run.ts';
import { baseUrl, type StartOptions } from './options.ts';

export interface CityProcess {
  readonly exited: Promise<Exit>;
  stop(): Promise<void>;
}

/** Beside this folder, and like it compiled or not. */
const EXTENSION = extname(fileURLToPath(import.meta.url));
const PROGRAM = fileURLToPath(new URL(`../city/run${EXTENSION}`, import.meta.url));
const PRELOAD = new URL(`./exit-with-parent${EXTENSION}`, import.meta.url).href;
const STOP_GRACE_MS = 10_000;
/** Where the city looks unless it is told otherwise. */
const USUAL_URL = 'http://127.0.0.1:3000';

/** What plays a day against the installation once more, from another terminal. */
export function cityCommand(options: Pick<StartOptions, 'host' | 'port' | 'dataDir'>): string {
  const [url, dataDir] = [baseUrl(options), relative(projectRoot, options.dataDir)];
  const flags = [
    ...(url === USUAL_URL ? [] : ['--url', url]),
    ...(dataDir === '.data' ? [] : ['--data-dir', dataDir.startsWith('..') ? options.dataDir : dataDir]),
  ];
  return flags.length === 0 ? 'npm run city' : ['npm run city --', ...flags].join(' ');
}

/** Starts the city against the installation that runs: a client like any other, with this terminal for its board. */
export function startCity(
  options: StartOptions & { city: NonNullable<StartOptions['city']> },
  cwd: string,
): CityProcess {
  const { orders, drivers, hours, speed, seed } = options.city;
  const sizes = Object.entries({ orders, drivers, hours, speed, seed }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  const child = spawn(
    process.execPath,
    [
      ...['--enable-source-maps', '--import', PRELOAD, PROGRAM],
      ...['--url', baseUrl(options), '--data-dir', join(options.dataDir)],
      ...sizes,
    ],
    // A session of its own: Ctrl-C is the supervisor's to hear, and it ends the city first.
    { cwd, env: process.env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const exited = whenExited(child);
  const { pid } = child;
  if (pid === undefined) throw new Fault('The city could not be started.');
  return {
    exited,
    stop: () => stopProcess(pid, exited, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS, last: 'SIGKILL' }),
  };
}
