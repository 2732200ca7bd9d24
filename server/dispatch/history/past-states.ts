import type { Clock } from '../../../actors/runtime/ports.ts';
import type { PgHistoryStore } from '../../../db/stores/history-store.ts';
import { type PastActors, PastWindow } from './past-window.ts';

export interface PastStatesOptions {
  store: PgHistoryStore;
  clock: Clock;
  /** How fast domain time runs. */
  clockRate: number;
}

/** Moments of the same minute are answered from one reading. */
const MINUTE = 60_000;
const WINDOWS_KEPT = 4;
/** A window is taken as the beginning of another that follows within this. Milliseconds. */
const NEAR = 6 * 3_600_000;
/** Real milliseconds after which no turn that was decided then can still commit. */
const SETTLED_AFTER = 30_000;

/** The actors at past moments. Somebody who goes to and fro in time reads each minute once. */
export class PastStates {
  readonly #options: PastStatesOptions;
  /** By span, the one used last at the end. */
  readonly #windows = new Map<string, Promise<PastWindow>>();

  constructor(options: PastStatesOptions) {
    this.#options = options;
  }

  /**
   * @param at Domain time, RFC 3339 in UTC with milliseconds.
   * @param endedWithin Orders that ended so many milliseconds before are told too.
   */
  async at(at: string, endedWithin: number): Promise<PastActors> {
    const window = await this.#windowAround(at, endedWithin);
    return window.at(at);
  }

  async #windowAround(at: string, endedWithin: number): Promise<PastWindow> {
    const { store, clock, clockRate } = this.#options;
    const from = Math.floor(Date.parse(at) / MINUTE) * MINUTE;
    const end = from + MINUTE - 1;
    const endedSince = (moment: number) => iso(moment - endedWithin);
    // The last seconds may still be written to: they are read anew each time.
    if (end > clock.now().getTime() - SETTLED_AFTER * clockRate) {
      const span = { from: at, through: at, endedSince: endedSince(Date.parse(at)) };
      return PastWindow.load(store, span, await this.#before(at));
    }
    const span = { from: iso(from), through: iso(end), endedSince: endedSince(from) };
    const name = `${span.from} ${span.endedSince}`;
    const window =
      this.#windows.get(name) ??
      this.#before(span.from).then((before) => PastWindow.load(store, span, before));
    this.#windows.delete(name);
    this.#windows.set(name, window);
    for (const oldest of [...this.#windows.keys()].slice(0, -WINDOWS_KEPT)) this.#windows.delete(oldest);
    window.catch(() => this.#windows.get(name) === window && this.#windows.delete(name));
    return window;
  }

  /** The last window not long before a moment: whoever drags through a day needs only what came since. */
  async #before(moment: string): Promise<PastWindow | null> {
    const known = await Promise.all([...this.#windows.values()].map((window) => window.catch(() => null)));
    const since = iso(Date.parse(moment) - NEAR);
    return known.reduce<PastWindow | null>((best, window) => {
      if (window === null || window.span.through >= moment || window.span.through < since) return best;
      return best === null || best.span.through < window.span.through ? window : best;
    }, null);
  }
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
