import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { StaleReads } from '../../../db/standby-reads.ts';

/** Real milliseconds after which no turn decided at a moment can still commit. */
const SETTLED_AFTER_MS = 30_000;

export interface PastDependencies {
  database: Database;
  stale: StaleReads;
  clock: Clock;
  /** Domain seconds per real second. */
  config: { clockRate: number };
}

/** Which server past moments are read from. */
export class PastReads {
  readonly #deps: PastDependencies;

  constructor(deps: PastDependencies) {
    this.#deps = deps;
  }

  /** @param moment Domain time in milliseconds since the epoch. @returns Whether all that happened by then is committed. */
  isSettled(moment: number): boolean {
    return this.#isOlder(moment, SETTLED_AFTER_MS);
  }

  /** A moment that was settled before a standby could be behind it may be read there. `work` may run twice. */
  read<T>(moment: number, work: (database: Database) => Promise<T>): Promise<T> {
    const { database, stale } = this.#deps;
    return this.#isOlder(moment, SETTLED_AFTER_MS + stale.maxAgeMs) ? stale.read(work) : work(database);
  }

  #isOlder(moment: number, realMs: number): boolean {
    const { clock, config } = this.#deps;
    return moment <= clock.now().getTime() - realMs * config.clockRate;
  }
}
