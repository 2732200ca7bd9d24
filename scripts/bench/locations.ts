import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrateToLatest } from '../../db/migrate.ts';
import { projectRoot } from '../../db/root.ts';
import { startTestServices } from '../embedded/test-services.ts';
import { connectBare } from './bare-socket.ts';

/** Milliseconds within which 99 of 100 pings must be with the dispatcher. */
const P99 = 100;
const BAR = 0.7;
/** Of the pings sent in a step, what must have arrived for the step to count. */
const ARRIVED = 0.97;
const STEP = 1.3;
const SETTLE = 3_000;

interface Step {
  pings: number;
  p50: number;
  p99: number;
  /** Microseconds of all threads, and of the event loop, for each ping. */
  cpu: number;
  loop: number;
  held: boolean;
}

/** Pings a second through one process to a dispatcher, against a Socket.IO server that only passes them on. */
export async function benchLocations(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '6' },
      from: { type: 'string', default: '1000' },
      to: { type: 'string', default: '12000' },
      ack: { type: 'boolean', default: false },
    },
  });
  const services = await startTestServices({
    dataDir: join(projectRoot, '.data', 'bench-locations'),
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    say: (line) => console.log(line),
  });
  try {
    const database = await freshDatabase(services.databaseUrl);
    const terms = {
      seconds: Number(values.seconds),
      from: Number(values.from),
      to: Number(values.to),
      ack: values.ack,
    };
    console.log(
      `${services.description}, Node ${process.version}; one ping a second and driver, p99 < ${P99} ms`,
    );
    const relay = await climb('relay', [], terms);
    const ours = await climb('service', [services.redisUrl, database], terms);
    const ratio = best(ours).pings / best(relay).pings;
    const verdict = ratio >= BAR ? 'reached' : 'MISSED';
    console.log(
      `pings/s: ${best(ours).pings} of ${best(relay).pings}, ${ratio.toFixed(2)}x (bar ${BAR}x: ${verdict})`,
    );
    const share = (of: 'cpu' | 'loop') => (best(relay)[of] / best(ours)[of]).toFixed(2);
    console.log(`pings per second of the event loop: ${share('loop')}x, of the processor: ${share('cpu')}x`);
  } finally {
    await services.stop();
  }
}

interface Terms {
  seconds: number;
  /** Every ping is acknowledged, by the relay too. */
  ack: boolean;
  /** Pings a second of the first step, and of the last at most. */
  from: number;
  to: number;
}

/** Raises the load until it is not held any more. */
async function climb(kind: 'relay' | 'service', args: string[], terms: Terms): Promise<Step[]> {
  const server = child('locations-server.ts', [kind, ...args]);
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const load = child('locations-load.ts', [String(port), terms.ack ? 'yes' : 'no']);
  const ages: number[] = [];
  const dispatcher = await connectBare(port, 'dispatcher', (text) => readAges(text, ages));
  const steps: Step[] = [];
  try {
    for (let drivers = terms.from; drivers <= terms.to; drivers = Math.round(drivers * STEP)) {
      load.send(drivers);
      await once(load, 'message');
      await pause(SETTLE);
      const first = await measure(server, ages, drivers, terms.seconds);
      // Whatever else the machine does must not end the climb: a step that is not held is tried once more.
      const step = first.held ? first : await measure(server, ages, drivers, terms.seconds);
      steps.push(step);
      const { pings, p50, p99, loop, cpu } = step;
      console.log(`${kind}: ${pings} pings/s of ${drivers} drivers, p50 ${p50} ms, p99 ${p99} ms`);
      console.log(`  for each ${loop} µs of the event loop, ${cpu} µs of all threads`);
      if (!step.held) break;
    }
    return steps;
  } finally {
    dispatcher.close();
    for (const each of [load, server]) {
      const ended = once(each, 'exit');
      each.kill('SIGKILL');
      await ended;
    }
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
  const pings = Math.round(sorted.length / seconds);
  const held = pings >= drivers * ARRIVED && at(0.99) < P99;
  const each = (duration: number) => Math.round((duration / Math.max(1, sorted.length)) * 1e6);
  return { pings, p50: at(0.5), p99: at(0.99), cpu: each(spent.cpu), loop: each(spent.loop), held };
}

/** Seconds of processor and of event loop since it was last asked. */
async function spentBy(server: ChildProcess): Promise<{ cpu: number; loop: number }> {
  server.send('spent');
  const [spent] = (await once(server, 'message')) as [{ cpu: number; loop: number }];
  return spent;
}

function best(steps: readonly Step[]): Step {
  const held = steps.filter((step) => step.held).at(-1) ?? steps[0];
  if (held === undefined) throw new Error('nothing was measured');
  return held;
}

/** How old each ping is now that the dispatcher has it: a relayed message, or a frame. */
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
  return fork(join(projectRoot, 'scripts', 'bench', script), args, { execArgv: ['--import', 'tsx'] });
}

async function freshDatabase(maintenance: string): Promise<string> {
  const url = new URL(maintenance);
  const client = new pg.Client({ connectionString: maintenance });
  await client.connect();
  try {
    await client.query('DROP DATABASE IF EXISTS bench_locations WITH (FORCE)');
    await client.query(`CREATE DATABASE bench_locations TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  } finally {
    await client.end();
  }
  url.pathname = '/bench_locations';
  await migrateToLatest(url.href);
  return url.href;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
