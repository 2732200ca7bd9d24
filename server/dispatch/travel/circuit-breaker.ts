/** Failures in a row after which the service is left alone for a while. */
const FAILURES = 5;
/** Milliseconds of that while. */
const REST = 30_000;

/** Keeps from asking a service that doesn't answer: after some failures in a row, one question a while is let through. */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = Number.NEGATIVE_INFINITY;

  /** @param now Milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether to ask. While open, only the first after the rest is told yes, and then one per rest. */
  allows(): boolean {
    if (this.#failures < FAILURES) return true;
    const now = this.#now();
    if (now < this.#openUntil) return false;
    this.#openUntil = now + REST;
    return true;
  }

  note(ok: boolean): void {
    if (ok) {
      this.#failures = 0;
      return;
    }
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#openUntil = this.#now() + REST;
  }
}
