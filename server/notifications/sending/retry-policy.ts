/** Attempts until a message fails. */
export const MAX_ATTEMPTS = 12;
/** Milliseconds. */
const MAX_PAUSE_MS = 2 * 3_600_000;

/**
 * Milliseconds to wait after the given attempt; null after the last one. The pauses double, with up to 25 % jitter, so
 * that messages that failed together are not retried together.
 *
 * @param random From 0 (inclusive) to 1 (exclusive).
 */
export function pauseAfter(attempt: number, firstPauseMs: number, random: number): number | null {
  if (attempt >= MAX_ATTEMPTS) return null;
  const pause = Math.min(firstPauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);
  return Math.round(pause * (0.75 + random / 2));
}

/** Initial and maximum milliseconds that a channel pauses after an outage of its provider. */
const FIRST_REST_MS = 1_000;
const MAX_REST_MS = 30_000;
/** Consecutive attempts without a proper answer after which the provider counts as failing. */
const MAX_FAILURES_IN_A_ROW = 5;

/**
 * A circuit breaker for a provider that is down, which also saves the attempts of waiting messages. While it is open,
 * nothing is sent; then one message is tried, and so on with longer pauses until one is accepted.
 */
export class Rest {
  readonly #now: () => number;
  #until = Number.NEGATIVE_INFINITY;
  #length = 0;
  #failures = 0;

  /** @param now Milliseconds on a monotonic clock. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Milliseconds left; 0 when messages may be sent. */
  get left(): number {
    return Math.max(0, this.#until - this.#now());
  }

  /** The provider gave a proper answer, positive or not. */
  answered(): void {
    this.#failures = 0;
    this.#length = 0;
  }

  /** An attempt ended without a proper answer. Returns whether the channel pauses now. */
  failed(): boolean {
    this.#failures += 1;
    if (this.#failures < MAX_FAILURES_IN_A_ROW) return false;
    this.begin();
    return true;
  }

  /** The provider accepts nothing at all. Returns the pause in milliseconds. */
  begin(): number {
    this.#length = this.#length === 0 ? FIRST_REST_MS : Math.min(this.#length * 2, MAX_REST_MS);
    this.#until = this.#now() + this.#length;
    return this.#length;
  }
}
