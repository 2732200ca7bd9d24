import type { BenchServices } from './durable-services.ts';
import { ProcessorShares, type Watched } from './processor-shares.ts';
import { type Line, median, percentile } from './report.ts';

/** What one window of a load found. */
export interface Tally {
  count: number;
  seconds: number;
  /** Milliseconds. */
  latencies: readonly number[];
  failed: readonly string[];
}

/** One of the things that are compared: the service at one size, or the bare limit. */
export interface Side {
  run(seconds: number): Promise<Tally>;
  /** The processes whose time is counted. The load's own are left out. */
  processes: readonly Watched[];
}

export interface Figures {
  /** Operations a second: the median of all windows. */
  rate: number;
  p50: number;
  p99: number;
  /** Milliseconds of the processor for one operation, by process. */
  processor: Map<string, number>;
  failed: string[];
}

const MAX_WARM_SECONDS = 2;
/** Characters of a failure; the rest of a problem says the same at length. */
const SHOWN_FAILURE = 80;

/**
 * Windows of all sides in turns, forwards and backwards, so that other load on the machine affects all alike. A first
 * window of each does not count: code is compiled in it, and caches are filled.
 */
export async function inTurns<K extends string>(
  sides: Readonly<Record<K, Side>>,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Record<K, Figures>> {
  const names = Object.keys(sides) as K[];
  const found = new Map(names.map((name) => [name, new Collected()]));
  for (const name of names) await sides[name].run(Math.min(seconds, MAX_WARM_SECONDS));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const shares = new ProcessorShares(sides[name].processes);
      const began = performance.now();
      const tally = await sides[name].run(seconds);
      found.get(name)?.add(tally, shares.take(), (performance.now() - began) / 1_000);
    }
  }
  return Object.fromEntries([...found].map(([name, all]) => [name, all.figures()])) as Record<K, Figures>;
}

class Collected {
  readonly #rates: number[] = [];
  readonly #latencies: number[] = [];
  readonly #failed: string[] = [];
  readonly #spent = new Map<string, number>();
  #count = 0;

  add(tally: Tally, shares: ReadonlyMap<string, number>, took: number): void {
    this.#rates.push(tally.count / tally.seconds);
    for (const latency of tally.latencies) this.#latencies.push(latency);
    this.#failed.push(...tally.failed);
    this.#count += tally.count;
    for (const [name, share] of shares)
      this.#spent.set(name, (this.#spent.get(name) ?? 0) + share * took * 1_000);
  }

  figures(): Figures {
    return {
      rate: median(this.#rates),
      p50: percentile(this.#latencies, 0.5),
      p99: percentile(this.#latencies, 0.99),
      processor: new Map([...this.#spent].map(([name, spent]) => [name, spent / this.#count])),
      failed: this.#failed,
    };
  }
}

/** PostgreSQL and Redis of a bench, beside its own processes. */
export function stores({ pids }: BenchServices): Watched[] {
  return [
    { name: 'PostgreSQL', pids: [pids.postgres] },
    { name: 'Redis', pids: [pids.redis] },
  ];
}

export function spent({ processor }: Figures): number {
  return [...processor.values()].reduce((sum, each) => sum + each, 0);
}

/** The rate, the ratio to the bare limit, latencies, and what one operation takes of the processor. */
export function lineOf(what: string, ours: Figures, bare: Figures): Line {
  const parts = [...ours.processor].map(([name, each]) => `${name} ${each.toFixed(2)}`).join(', ');
  const faults = ours.failed.length + bare.failed.length;
  const why = (ours.failed[0] ?? bare.failed[0] ?? '').slice(0, SHOWN_FAILURE);
  const failure = faults === 0 ? '' : `, ${faults} FAILED: ${why}`;
  return {
    what,
    bar: '',
    value: `${shown(ours.rate)}/s of ${shown(bare.rate)}/s bare (${(ours.rate / bare.rate).toFixed(2)}x), p50 ${shown(ours.p50)}, p99 ${shown(ours.p99)} ms; processor ${spent(ours).toFixed(2)} ms (${parts}), bare ${spent(bare).toFixed(2)} ms${failure}`,
    ok: faults === 0 ? null : false,
  };
}

/** Three digits or more, without false precision. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(2);
}
