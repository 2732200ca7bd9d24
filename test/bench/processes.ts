import { cpus } from 'node:os';
import { startApis } from './api-processes.ts';
import { readBenchOptions } from './bench-options.ts';
import { BenchChild } from './child.ts';
import { type BenchDriver, makeDrivers, prepared } from './drivers.ts';
import { serviceEnvironment, startDurableServices } from './durable-services.ts';
import { describeShares, ProcessorShares } from './processor-shares.ts';
import { median, percentile, printReport } from './report.ts';

export interface LoadOrder {
  /** Requests go to them in turn. */
  urls: readonly string[];
  drivers: readonly BenchDriver[];
  /** Whether each driver is on a break. */
  onBreak: readonly boolean[];
  seconds: number;
}

export interface LoadTally {
  commands: number;
  requests: number;
  failed: number;
  /** Milliseconds from each command to its response. */
  latencies: number[];
  onBreak: boolean[];
}

const BAR = 1.5;
/** How much more processor time a command and a read may take with two processes than with one. */
const MAX_SPENT = 1.4;
/**
 * Both API processes, PostgreSQL, and the load with Redis need a core each before two processes can show their full
 * rate.
 */
const CORES = 4;

/** One side of the comparison: its own drivers, so that their owners are these processes alone. */
interface Side {
  urls: readonly string[];
  drivers: readonly BenchDriver[];
  onBreak: boolean[];
  perSecond: number[];
  latencies: number[];
  failed: number;
  shares: string;
  commands: number;
  /** Processor seconds by name, over all windows. */
  spent: Map<string, number>;
}

/** Commands and reads over HTTP, spread over two API processes, compared with one. The windows of both take turns. */
export async function benchProcesses(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'processes',
    {
      callers: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '4' },
      windows: { type: 'string', default: '4' },
    },
    args,
  );
  const [callers, seconds] = [Number(values.callers), Number(values.seconds)];
  const services = await startDurableServices();
  try {
    const environment = serviceEnvironment(services);
    const drivers = await prepared(environment, (deps) => makeDrivers(deps, callers * 2));
    const apis = await startApis(environment, 2);
    const load = new BenchChild('processes-load.ts');
    try {
      const urls = apis.map(({ url }) => url);
      const one = side(urls.slice(0, 1), drivers.slice(0, callers));
      const two = side(urls, drivers.slice(callers));
      const shares = new ProcessorShares([
        ...apis.map(({ pid }, index) => ({ name: `API ${index + 1}`, pids: [pid] })),
        { name: 'PostgreSQL', pids: [services.pids.postgres] },
        { name: 'Redis', pids: [services.pids.redis] },
        { name: 'load', pids: [load.pid] },
      ]);
      for (const each of [one, two]) await window(load, each, 3, null);
      for (let round = 0; round < Number(values.windows); round += 1) {
        for (const each of round % 2 === 0 ? [one, two] : [two, one])
          await window(load, each, seconds, shares);
      }
      report([services.description, notes(callers, seconds, Number(values.windows))], one, two);
    } finally {
      await Promise.all([load.end(), ...apis.map((api) => api.end())]);
    }
  } finally {
    await services.stop();
  }
}

function side(urls: readonly string[], drivers: readonly BenchDriver[]): Side {
  const onBreak = drivers.map(() => false);
  return {
    urls,
    drivers,
    onBreak,
    perSecond: [],
    latencies: [],
    failed: 0,
    shares: '',
    commands: 0,
    spent: new Map(),
  };
}

/** `shares` is null for the warm-up, which doesn't count. */
async function window(
  load: BenchChild,
  side: Side,
  seconds: number,
  shares: ProcessorShares | null,
): Promise<void> {
  shares?.take();
  const { urls, drivers, onBreak } = side;
  const began = performance.now();
  const tally = await load.ask<LoadTally>({ urls, drivers, onBreak, seconds } satisfies LoadOrder);
  side.onBreak = tally.onBreak;
  if (shares === null) return;
  const took = (performance.now() - began) / 1_000;
  const used = shares.take();
  side.shares = describeShares(used);
  for (const [name, share] of used) side.spent.set(name, (side.spent.get(name) ?? 0) + share * took);
  side.commands += tally.commands;
  side.perSecond.push(tally.requests / took);
  for (const latency of tally.latencies) side.latencies.push(latency);
  side.failed += tally.failed;
}

/** Milliseconds of all processes that serve; not of the callers, nor of a process that gets no requests. */
function spentPerCommand({ spent, urls, commands }: Side): number {
  const names = ['PostgreSQL', 'Redis', ...urls.map((_, index) => `API ${index + 1}`)];
  const seconds = names.reduce((sum, name) => sum + (spent.get(name) ?? 0), 0);
  return (seconds * 1_000) / commands;
}

function describeSpent(side: Side): string {
  const parts = [...side.spent].map(
    ([name, seconds]) => `${name} ${((seconds * 1_000) / side.commands).toFixed(2)}`,
  );
  return `${spentPerCommand(side).toFixed(2)} ms (${parts.join(', ')})`;
}

function notes(callers: number, seconds: number, windows: number): string {
  return `${callers} callers, each a command (break, resume) and a read in turn, each request to the next process;
${windows} windows of ${seconds} s each, in turns. With two processes every other command is forwarded to its owner.`;
}

function report(notes: readonly string[], one: Side, two: Side): void {
  const ratio = median(two.perSecond) / median(one.perSecond);
  const enough = cpus().length >= CORES;
  const spent = spentPerCommand(two) / spentPerCommand(one);
  const rate = ({ perSecond }: Side) =>
    `${median(perSecond).toFixed(0)}/s (${perSecond.map((value) => value.toFixed(0)).join(', ')})`;
  const latency = ({ latencies }: Side) =>
    `p50 ${percentile(latencies, 0.5).toFixed(0)} ms, p99 ${percentile(latencies, 0.99).toFixed(0)} ms`;
  const processor = (each: Side) => `Processor shares, of one core, in the last window: ${each.shares}.`;
  printReport(
    [
      ...notes,
      `One process. ${processor(one)}`,
      `Two processes. ${processor(two)}`,
      ...(enough
        ? []
        : [`The bar applies from ${CORES} cores on: here all of these share ${cpus().length}.`]),
    ],
    [
      {
        what: 'two API processes against one',
        bar: `≥ ${BAR}x`,
        value: `${ratio.toFixed(2)}x`,
        ok: ratio >= BAR,
      },
      {
        what: 'processor time of a command and a read, two against one',
        bar: `≤ ${MAX_SPENT}x`,
        value: `${spent.toFixed(2)}x`,
        ok: spent <= MAX_SPENT,
      },
      { what: 'processor time, one process', bar: '', value: describeSpent(one), ok: null },
      { what: 'processor time, two processes', bar: '', value: describeSpent(two), ok: null },
      { what: 'requests/s, one process (median, each window)', bar: '', value: rate(one), ok: null },
      { what: 'requests/s, two processes', bar: '', value: rate(two), ok: null },
      { what: 'command to answer, one process', bar: '', value: latency(one), ok: null },
      { what: 'command to answer, two processes', bar: '', value: latency(two), ok: null },
      {
        what: 'requests that failed',
        bar: '0',
        value: `${one.failed + two.failed}`,
        ok: one.failed + two.failed === 0,
      },
    ],
  );
}
