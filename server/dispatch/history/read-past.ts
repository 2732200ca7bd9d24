import type { Clock } from '../../../actors/runtime/ports.ts';
import { PgHistoryStore } from '../../../db/stores/history-store.ts';
import { historyFrom, pastMoment } from './past-moment.ts';
import { type PastDependencies, PastReads } from './past-reads.ts';
import { PastStates } from './past-states.ts';
import { type PastFilter, type PastView, viewOf } from './past-view.ts';

export interface PastQuestion {
  /** RFC 3339. */
  at: string;
  zoneId?: string | undefined;
  driverId?: string | undefined;
  /** Includes tasks that ended at most this many minutes before. */
  endedWithinMinutes?: number | undefined;
}

export interface Past extends PastView {
  /** In UTC with milliseconds. */
  at: string;
  from: string;
  unreadable: number;
  truncated: boolean;
}

/** Reads past states. Use one per process, because it caches what it has read. */
export class PastReader {
  readonly store: PgHistoryStore;
  readonly reads: PastReads;
  readonly #clock: Clock;
  readonly #states: PastStates;

  constructor(deps: PastDependencies) {
    this.store = new PgHistoryStore(deps.database);
    this.#clock = deps.clock;
    this.reads = new PastReads(deps);
    this.#states = new PastStates(this.reads);
  }

  /** In UTC with milliseconds. Throws common.VALIDATION_FAILED for a moment out of range. */
  momentOf({ at }: Pick<PastQuestion, 'at'>): string {
    return pastMoment(at, this.#clock.now());
  }

  /** Throws common.VALIDATION_FAILED for a moment out of range. */
  async at({ at: asked, zoneId, driverId, endedWithinMinutes = 0 }: PastQuestion): Promise<Past> {
    const now = this.#clock.now();
    const at = pastMoment(asked, now);
    const endedWithin = endedWithinMinutes * 60_000;
    const actors = await this.#states.at(at, endedWithin);
    const endedSince = new Date(Date.parse(at) - endedWithin + (endedWithin === 0 ? 1 : 0)).toISOString();
    const filter: PastFilter = { zoneId, driverId, endedSince };
    const { unreadable, truncated } = actors;
    return {
      ...(await viewOf(actors, filter)),
      at,
      from: historyFrom(now).toISOString(),
      unreadable,
      truncated,
    };
  }
}
