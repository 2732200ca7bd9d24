/** Consecutive failures that open the circuit. */
const MAX_FAILURES = 5;
/** Milliseconds the circuit stays open before a trial request. */
const OPEN_MS = 30_000;

/**
 * Stops calling a service that does not respond: after consecutive failures, only one trial request per interval is
 * allowed.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  /** @param now Milliseconds on a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether to call. While open, allows the first caller after each interval. */
  allows(): boolean {
    if (this.#failures < MAX_FAILURES) return true;
    const now = this.#now();
    if (now < this.#openUntil) return false;
    this.#openUntil = now + OPEN_MS;
    return true;
  }

  note(ok: boolean): void {
    if (ok) {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#openUntil = this.#now() + OPEN_MS;
  }
}
