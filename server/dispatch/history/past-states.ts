import { PgHistoryStore } from '../../../db/stores/history-store.ts';
import type { PastReads } from './past-reads.ts';
import { type PastActors, type PastSpan, PastWindow } from './past-window.ts';

/** Milliseconds. Moments within the same minute share one window. */
const MINUTE_MS = 60_000;
const MAX_WINDOWS = 4;
/** Milliseconds. Longest gap over which an earlier window is used as the start of a new one. */
const MAX_GAP_MS = 6 * 3_600_000;

/** The actors at past moments. Moving back and forth in time reads each minute once. */
export class PastStates {
  readonly #reads: PastReads;
  /** By span, most recently used last. */
  readonly #windows = new Map<string, Promise<PastWindow>>();

  constructor(reads: PastReads) {
    this.#reads = reads;
  }

  /**
   * @param at Domain time, RFC 3339 in UTC with milliseconds.
   * @param endedWithin Includes orders that ended at most this many milliseconds before.
   */
  async at(at: string, endedWithin: number): Promise<PastActors> {
    const window = await this.#windowAround(at, endedWithin);
    return window.at(at);
  }

  async #windowAround(at: string, endedWithin: number): Promise<PastWindow> {
    const from = Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS;
    const end = from + MINUTE_MS - 1;
    const endedSince = (moment: number) => iso(moment - endedWithin);
    // Events of the last seconds may still be committed, so they are read each time.
    if (!this.#reads.isSettled(end))
      return this.#load({ from: at, through: at, endedSince: endedSince(Date.parse(at)) });
    const span = { from: iso(from), through: iso(end), endedSince: endedSince(from) };
    const name = `${span.from} ${span.endedSince}`;
    const window = this.#windows.get(name) ?? this.#load(span);
    this.#windows.delete(name);
    this.#windows.set(name, window);
    for (const oldest of [...this.#windows.keys()].slice(0, -MAX_WINDOWS)) this.#windows.delete(oldest);
    window.catch(() => this.#windows.get(name) === window && this.#windows.delete(name));
    return window;
  }

  async #load(span: PastSpan): Promise<PastWindow> {
    const before = await this.#before(span.from);
    return this.#reads.read(Date.parse(span.through), (database) =>
      PastWindow.load(new PgHistoryStore(database), span, before),
    );
  }

  /** The latest cached window shortly before a moment. Scrubbing through a day then reads only what came after it. */
  async #before(moment: string): Promise<PastWindow | null> {
    const known = await Promise.all([...this.#windows.values()].map((window) => window.catch(() => null)));
    const since = iso(Date.parse(moment) - MAX_GAP_MS);
    return known.reduce<PastWindow | null>((best, window) => {
      if (window === null || window.span.through >= moment || window.span.through < since) return best;
      return best === null || best.span.through < window.span.through ? window : best;
    }, null);
  }
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
