/** A token bucket: `burst` at once, and on average `burst` per `windowMs`. */
export class Throttle {
  readonly #burst: number;
  readonly #windowMs: number;
  #left: number;
  #at: number;

  constructor(burst: number, windowMs: number, now = performance.now()) {
    this.#burst = burst;
    this.#windowMs = windowMs;
    this.#left = burst;
    this.#at = now;
  }

  /** Takes one. Returns false, and takes nothing, when the budget is spent. */
  take(now = performance.now()): boolean {
    const refill = ((now - this.#at) / this.#windowMs) * this.#burst;
    this.#left = Math.min(this.#burst, this.#left + refill);
    this.#at = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Seconds until one is available, at least 1. */
  wait(): number {
    return Math.max(1, Math.ceil(((1 - this.#left) * this.#windowMs) / this.#burst / 1000));
  }
}
