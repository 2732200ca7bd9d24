import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../db/root.ts';
import { stopProcess, whenExited } from '../embedded/processes.ts';
import { CommandError } from '../shared/command-error.ts';
import { baseUrl } from '../supervisor/installation-options.ts';
import type { Companion, RunningCompanion } from '../supervisor/supervisor.ts';
import type { StartOptions } from './options.ts';

type CityOptions = StartOptions & { city: NonNullable<StartOptions['city']> };

/** Includes the verdict, so it is part of the tests and runs from source. */
const PROGRAM = join(projectRoot, 'test', 'city', 'run.ts');
const PRELOAD = pathToFileURL(join(projectRoot, 'scripts', 'supervisor', 'exit-with-parent.ts')).href;
const STOP_GRACE_MS = 10_000;
/** The city's default address of the service. */
const USUAL_URL = 'http://127.0.0.1:3000';

/** The city as the supervisor runs it once the installation is up. Throws a CommandError where its sources are missing. */
export function cityCompanion(options: CityOptions): Companion {
  if (!existsSync(PROGRAM))
    throw new CommandError(`--city needs the project's sources: there is no ${PROGRAM}.`);
  return {
    environment: { CLOCK_RATE: String(options.city.speed) },
    beforehand: `A day of the city follows, at ${options.city.speed} times the speed of real time: domain time runs ahead.\n`,
    afterwards: `\nThe service runs on. \`${cityCommand(options)}\` plays another day; Ctrl-C stops everything.`,
    start: () => startCity(options),
  };
}

/** The command that simulates another day against the installation, from another terminal. */
export function cityCommand(options: Pick<StartOptions, 'host' | 'port' | 'dataDir'>): string {
  const [url, dataDir] = [baseUrl(options), relative(projectRoot, options.dataDir)];
  const flags = [
    ...(url === USUAL_URL ? [] : ['--url', url]),
    ...(dataDir === '.data' ? [] : ['--data-dir', dataDir.startsWith('..') ? options.dataDir : dataDir]),
  ];
  return flags.length === 0 ? 'npm run city' : ['npm run city --', ...flags].join(' ');
}

/** Starts the city against the running installation, as an ordinary client that uses this terminal for its display. */
function startCity(options: CityOptions): RunningCompanion {
  const { orders, drivers, hours, speed, seed, pages, maxAlerts } = options.city;
  const sizes = Object.entries({
    orders,
    drivers,
    hours,
    speed,
    seed,
    pages,
    'max-alerts': maxAlerts,
  }).flatMap(([name, value]) => (value === null ? [] : [`--${name}`, String(value)]));
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', '--import', PRELOAD, PROGRAM],
      ...['--url', baseUrl(options), '--data-dir', join(options.dataDir)],
      ...sizes,
    ],
    // A process session of its own: only the supervisor receives Ctrl-C, and it stops the city first.
    { cwd: projectRoot, env: process.env, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  const exited = whenExited(child);
  const { pid } = child;
  if (pid === undefined) throw new CommandError('The city could not be started.');
  return {
    exited,
    stop: () => stopProcess(pid, exited, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS, last: 'SIGKILL' }),
  };
}
