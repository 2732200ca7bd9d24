import { readdirSync, readFileSync } from 'node:fs';
import { quietly } from '../../scripts/embedded/run.ts';

/** Linux counts in hundredths of a second. */
const TICKS = 100;

export interface Watched {
  name: string;
  pids: readonly number[];
}

/** How much processor time each of these used since the last call; empty where there is no /proc. */
export class ProcessorShares {
  readonly #watched: readonly Watched[];
  #before = new Map<string, number>();
  #since = performance.now();

  constructor(watched: readonly Watched[]) {
    this.#watched = watched;
    this.take();
  }

  /** In cores, e.g. 0.85. */
  take(): Map<string, number> {
    const now = performance.now();
    const seconds = (now - this.#since) / 1_000;
    this.#since = now;
    const present = new Map(this.#watched.map(({ name, pids }) => [name, processorSeconds(pids)]));
    const shares = new Map(
      [...present].map(([name, spent]) => [name, (spent - (this.#before.get(name) ?? spent)) / seconds]),
    );
    this.#before = present;
    return shares;
  }
}

export function describeShares(shares: ReadonlyMap<string, number>): string {
  return [...shares].map(([name, share]) => `${name} ${(share * 100).toFixed(0)} %`).join(', ');
}

/** Processor seconds used so far, including children, living and ended: PostgreSQL has a process per connection. */
export function processorSeconds(pids: readonly number[]): number {
  const all = quietly(() => readdirSync('/proc').filter((name) => /^\d+$/.test(name))) ?? [];
  let ticks = 0;
  for (const name of all) {
    const fields = fieldsOf(name);
    const own = pids.includes(Number(name));
    if (fields === undefined || !(own || pids.includes(Number(fields[1])))) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    if (own) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return ticks / TICKS;
}

function fieldsOf(pid: string): string[] | undefined {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // The name, in brackets, may contain anything; the numbers come after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
}
