/** Attempts until a message is given up. */
export const MAX_ATTEMPTS = 12;
/** Milliseconds. */
const LONGEST_PAUSE = 2 * 3_600_000;

/**
 * How long after its `attempt`th attempt a message waits for the next, in milliseconds; null when there is none. The
 * pauses double, with a quarter more or less by chance, so that what failed together does not come back together.
 *
 * @param random from 0 up to 1
 */
export function pauseAfter(attempt: number, firstPauseMs: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), LONGEST_PAUSE);
  return Math.round(pause * (0.75 + random / 2));
}

/** Milliseconds that a channel rests after the provider's first sign of an outage, and at most. */
const FIRST_REST = 1_000;
const LONGEST_REST = 30_000;
/** Attempts in a row that end without an answer worth the name, after which a provider is taken for ailing. */
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * Spares a provider that is away, and the attempts of everything that waits for it: while the channel rests nothing is
 * tried, then one message is, and so on with longer rests until one is taken.
 */
export class Rest {
  readonly #now: () => number;
  #until = Number.NEGATIVE_INFINITY;
  #length = 0;
  #failures = 0;

  /** @param now milliseconds on a clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds left; 0 when messages may be tried. */
  get left(): number {
    return Math.max(0, this.#until - this.#now());
  }

  /** The provider answered sensibly, whatever it said. */
  answered(): void {
    this.#failures = 0;
    this.#length = 0;
  }

  /** An attempt ended without an answer. Tells whether the channel rests now. */
  failed(): boolean {
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES_IN_A_ROW) return false;
    this.begin();
    return true;
  }

  /** The provider takes nothing at all. Milliseconds of the rest. */
  begin(): number {
    this.#length = this.#length === 0 ? FIRST_REST : Math.min(this.#length * 2, LONGEST_REST);
    this.#until = this.#now() + this.#length;
    return this.#length;
  }
}
