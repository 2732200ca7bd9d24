import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { pause } from '../../scripts/shared/waiting.ts';
import { SERVER_NODE_OPTIONS } from '../../scripts/supervisor/server-process.ts';
import { connectBare } from './bare-socket.ts';

/** Milliseconds within which 99 of 100 pings must reach the dispatcher. */
export const P99 = 100;
/** Fraction of a step's pings that must have arrived for the step to count. */
const ARRIVED = 0.97;
const SETTLE = 3_000;
/** Before the first step, for code to be compiled. */
const WARM_UP = 8_000;

export interface Step {
  drivers: number;
  pings: number;
  p50: number;
  p99: number;
  /** Microseconds of all threads, and of the event loop, per ping. */
  cpu: number;
  loop: number;
  held: boolean;
}

export interface Terms {
  seconds: number;
  /** Every ping is acknowledged, by the relay, too. */
  ack: boolean;
  /** Numbers of drivers in the steps, growing. */
  levels: readonly number[];
  /** Folder for profiles of the servers under load; null: none. */
  profile: string | null;
}

/** Raises the load on a server of its own until it can no longer handle it. */
export async function climb(
  kind: 'relay' | 'service',
  args: readonly string[],
  terms: Terms,
): Promise<Step[]> {
  const { profile, ack, levels, seconds } = terms;
  const server = child('locations-server.ts', [kind, ...args]);
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const load = child('locations-load.ts', [String(port), ack ? 'yes' : 'no']);
  const ages: number[] = [];
  const dispatcher = await connectBare(port, 'dispatcher', (text) => readAges(text, ages));
  const steps: Step[] = [];
  let profiling = false;
  try {
    for (const drivers of levels) {
      load.send(drivers);
      await once(load, 'message');
      await pause(steps.length === 0 ? WARM_UP : SETTLE);
      // A profile of the pings alone, not of the server's start.
      if (profile !== null && !profiling) {
        server.send('profile');
        profiling = true;
      }
      const first = await measure(server, ages, drivers, seconds);
      // Other load on the machine must not end the climb: a failed step is tried once more.
      const step = first.held ? first : await measure(server, ages, drivers, seconds);
      steps.push(step);
      const { pings, p50, p99, loop, cpu } = step;
      console.log(
        `${kind.padEnd(7)} ${drivers} drivers: ${pings} pings/s, p50 ${p50} ms, p99 ${p99} ms;` +
          ` each ${loop} µs of the event loop, ${cpu} µs of all threads${step.held ? '' : ' (not held)'}`,
      );
      if (!step.held) break;
    }
    return steps;
  } finally {
    dispatcher.close();
    await end(load, 'SIGKILL');
    if (profile !== null) {
      server.send({ profile: join(profile, `${kind}.cpuprofile`) });
      await once(server, 'message');
    }
    await end(server, 'SIGKILL');
  }
}

async function measure(
  server: ChildProcess,
  ages: number[],
  drivers: number,
  seconds: number,
): Promise<Step> {
  await spentBy(server);
  ages.length = 0;
  await pause(seconds * 1_000);
  const sorted = ages.splice(0).sort((one, other) => one - other);
  const spent = await spentBy(server);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
  const pings = Math.round(sorted.length / spent.seconds);
  const held = pings >= drivers * ARRIVED && at(0.99) < P99;
  const each = (duration: number) => Math.round((duration / Math.max(1, sorted.length)) * 1e7) / 10;
  return { drivers, pings, p50: at(0.5), p99: at(0.99), cpu: each(spent.cpu), loop: each(spent.loop), held };
}

/** Processor seconds, event loop seconds and elapsed seconds since the last call. */
async function spentBy(server: ChildProcess): Promise<{ cpu: number; loop: number; seconds: number }> {
  server.send('spent');
  const [spent] = (await once(server, 'message')) as [{ cpu: number; loop: number; seconds: number }];
  return spent;
}

/** The age of each ping on arrival at the dispatcher: of a relayed message, or of a frame. */
function readAges(text: string, ages: number[]): void {
  const now = Date.now();
  const [event, payload] = JSON.parse(text.slice(text.indexOf('['))) as [string, Relayed & Frame];
  if (event === 'location') ages.push(now - Date.parse(payload.points[0]?.recordedAt ?? ''));
  if (event !== 'locations' || payload.full) return;
  const sentAt = Date.parse(payload.at);
  for (const [, , , , age] of payload.drivers) ages.push(now - sentAt + age);
}

interface Relayed {
  points: { recordedAt: string }[];
}

interface Frame {
  at: string;
  full: boolean;
  drivers: [string, number, number, number | null, number][];
}

function child(script: string, args: readonly string[]): ChildProcess {
  return fork(join(projectRoot, 'test', 'bench', script), args, {
    // As npm start starts them; the relay gets the same.
    execArgv: [...SERVER_NODE_OPTIONS, '--import', 'tsx'],
  });
}

async function end(process: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(process, 'exit');
  process.kill(signal);
  await ended;
}
