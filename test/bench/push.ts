import { pause } from '../../scripts/shared/waiting.ts';
import { readBenchOptions } from './bench-options.ts';
import { BenchChild } from './child.ts';
import { makeCouriers } from './courier-runtimes.ts';
import { type BenchServices, serviceEnvironment, startDurableServices } from './durable-services.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import { median, percentile, printReport } from './report.ts';

export interface PushOrder {
  keys: readonly string[];
  perSecond: number;
  seconds: number;
}

export interface PushTally {
  answered: number;
  failed: number;
  /** Milliseconds from each command to its response. */
  commits: number[];
}

/** Opens the sockets; or requests the age of each event on arrival, for the events since the last such request. */
export type SocketOrder = { port: number; drivers: readonly string[] } | 'ages';

/** Milliseconds. */
const P99 = 50;
const ACTORS = 2_000;
const DRIVERS = 50;
/** How long after the start of Redis no process may own actors. */
const OWNERS_AFTER_MS = 4_000;
/** Fraction of the offered commands that must have been answered, and of their events that must have arrived. */
const COMPLETE = 0.99;

interface Measured {
  kind: 'bare' | 'service';
  /** p99 of each window; the fields below cover all windows together. */
  windows: number[];
  p50: number;
  p99: number;
  commitP99: number;
  /** Fractions of the offered commands: those answered, and those whose event arrived. */
  answered: number;
  arrived: number;
  shares: string;
}

interface Terms {
  perSecond: number;
  seconds: number;
  windows: number;
}

/** Measures the time from commit to socket at a given rate, and for comparison that of a plain UPDATE and emit. */
export async function benchPush(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'push',
    {
      rate: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '3' },
      windows: { type: 'string', default: '6' },
    },
    args,
  );
  const terms = {
    perSecond: Number(values.rate),
    seconds: Number(values.seconds),
    windows: Number(values.windows),
  };
  const services = await startDurableServices();
  try {
    const keys = await makeCouriers(services.databaseUrl, ACTORS);
    const bare = await measure('bare', services, keys, terms);
    const ours = await measure('service', services, keys, terms);
    report(services, bare, ours, terms);
  } finally {
    await services.stop();
  }
}

async function measure(
  kind: Measured['kind'],
  services: BenchServices,
  keys: readonly string[],
  { perSecond, seconds, windows }: Terms,
): Promise<Measured> {
  const server = new BenchChild('push-server.ts', [kind], serviceEnvironment(services));
  const sockets = new BenchChild('push-sockets.ts');
  try {
    const { port } = await server.next<{ port: number }>();
    await sockets.ask({ port, drivers: keys.slice(0, DRIVERS) });
    if (kind === 'service') await pause(OWNERS_AFTER_MS);
    const offer = (order: Omit<PushOrder, 'keys'>) => server.ask<PushTally>({ keys, ...order });
    await offer({ perSecond, seconds: 3 });
    await pause(500);
    await sockets.ask('ages');
    const shares = new ProcessorShares(watched(server, sockets, services));
    const all: number[] = [];
    const tallies: PushTally[] = [];
    const worst: number[] = [];
    for (let window = 0; window < windows; window += 1) {
      tallies.push(await offer({ perSecond, seconds }));
      await pause(150);
      const { ages } = await sockets.ask<{ ages: number[] }>('ages');
      all.push(...ages);
      worst.push(percentile(ages, 0.99));
    }
    const offered = perSecond * seconds * windows;
    return {
      kind,
      windows: worst,
      p50: percentile(all, 0.5),
      p99: percentile(all, 0.99),
      commitP99: percentile(
        tallies.flatMap(({ commits }) => commits),
        0.99,
      ),
      answered: tallies.reduce((sum, { answered }) => sum + answered, 0) / offered,
      arrived: all.length / offered,
      shares: describeShares(shares.take()),
    };
  } finally {
    await Promise.all([server.end(), sockets.end()]);
  }
}

function watched(server: BenchChild, sockets: BenchChild, { pids }: BenchServices) {
  return [
    { name: 'API process with the offered load', pids: [server.pid] },
    { name: 'PostgreSQL', pids: [pids.postgres] },
    { name: 'Redis', pids: [pids.redis] },
    { name: 'sockets', pids: [sockets.pid] },
  ];
}

function report(services: BenchServices, bare: Measured, ours: Measured, terms: Terms): void {
  const typical = median(ours.windows);
  const complete = ours.answered >= COMPLETE && ours.arrived >= COMPLETE;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const of = ({ windows }: Measured) => windows.map((value) => value.toFixed(0)).join(', ');
  printReport(
    [
      services.description,
      `${terms.perSecond} commands/s offered to ${ACTORS} actors, each with projection, history, journal, timer and`,
      `one event to two rooms; ${terms.windows} windows of ${terms.seconds} s; ${DRIVERS + 1} sockets. Bare: one UPDATE and one emit.`,
      `Processor shares, of one core. Bare: ${bare.shares}. Service: ${ours.shares}.`,
    ],
    [
      {
        what: 'commit to socket, p99 (median of the windows)',
        bar: `< ${P99} ms`,
        value: ms(typical),
        ok: typical < P99,
      },
      { what: '  p99 of each window', bar: '', value: `${of(ours)} ms`, ok: null },
      { what: '  p50 and p99 of all', bar: '', value: `${ms(ours.p50)}, ${ms(ours.p99)}`, ok: null },
      {
        what: '  the same, bare',
        bar: '',
        value: `${ms(bare.p50)}, ${ms(bare.p99)} (${of(bare)})`,
        ok: null,
      },
      {
        what: 'offered commands answered, their events arrived',
        bar: `≥ ${percent(COMPLETE)}`,
        value: `${percent(ours.answered)}, ${percent(ours.arrived)}`,
        ok: complete,
      },
      {
        what: 'command to answer, p99; bare',
        bar: '',
        value: `${ms(ours.commitP99)}; ${ms(bare.commitP99)}`,
        ok: null,
      },
    ],
  );
}
