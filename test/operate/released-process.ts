import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { type Exit, stopProcess, whenExited } from '../../scripts/embedded/processes.ts';
import { lastLines, run } from '../../scripts/embedded/run.ts';
import type { Place } from '../../scripts/operate/roll/replace-in-turn.ts';
import { askReadiness } from '../../scripts/supervisor/readiness.ts';
import { SERVER_ENVIRONMENT, SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';

const UNIT = readFileSync(path.join(projectRoot, 'scripts/operate/systemd/wasl-api@.service'), 'utf8');
/** As long as systemd gives it. */
const STOP_LIMIT_MS = 1_000 * Number(/^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1]);
/** The settings that the unit gives its processes. */
export const UNIT_ENVIRONMENT = Object.fromEntries(
  [...UNIT.matchAll(/^Environment=(.*)$/gm)].flatMap(([, list = '']) =>
    list.split(' ').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  ),
);

export interface Placed {
  readonly kind: 'api' | 'worker';
  readonly port: number;
  /** Where /ready is asked; a worker is seen by a process of the API. */
  readonly address: string;
  readonly logFile: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The release to start next. */
  readonly release: () => string;
}

/** A process of a built release, kept in its place as its unit keeps it. */
export class ReleasedProcess implements Place {
  readonly name: string;
  readonly #placed: Placed;
  #child: ChildProcess | null = null;
  #exited: Promise<Exit> = Promise.resolve({ code: 0, signal: null });

  constructor(name: string, placed: Placed) {
    this.name = name;
    this.#placed = placed;
  }

  async restart(): Promise<void> {
    const former = await this.stop();
    const { kind, port, environment, logFile, release } = this.#placed;
    if (former.signal === 'SIGKILL')
      throw new Error(`${this.name} did not stop in time: ${lastLines(logFile)}`);
    const log = openSync(logFile, 'a');
    this.#child = spawn(process.execPath, [...SERVER_NODE_OPTIONS, 'dist/server/main.js', kind], {
      cwd: release(),
      env: {
        PATH: process.env.PATH,
        ...SERVER_ENVIRONMENT,
        ...UNIT_ENVIRONMENT,
        ...environment,
        PORT: String(port),
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#exited = whenExited(this.#child);
  }

  async isReady(): Promise<boolean> {
    if (this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null)
      return false;
    return (await askReadiness(this.#placed.address))[this.#placed.kind];
  }

  /** Resolves with how it ended. */
  async stop(): Promise<Exit> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid !== undefined)
      await stopProcess(child.pid, this.#exited, {
        signal: 'SIGTERM',
        graceMs: STOP_LIMIT_MS,
        last: 'SIGKILL',
      });
    return this.#exited;
  }
}

/** What a process says that ends at its start, and how. */
export function startAndEnd(folder: string, environment: Readonly<Record<string, string>>) {
  return run(process.execPath, ['dist/server/main.js', 'api'], {
    ...{ cwd: folder, limitMs: 30_000 },
    env: { PATH: process.env.PATH, ...environment, PORT: '0' },
  });
}
