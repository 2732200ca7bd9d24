export interface BackoffLimits {
  /** Milliseconds before the first retry, and the longest pause. */
  first: number;
  longest: number;
}

const LIMITS = { first: 250, longest: 15_000 };

/** Pauses between attempts: doubling up to a limit, with jitter so that many clients do not return in step. */
export class Backoff {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #attempts = 0;

  constructor(limits: BackoffLimits = LIMITS, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Milliseconds to wait now. */
  next(): number {
    const { first, longest } = this.#limits;
    const pause = Math.min(longest, first * 2 ** Math.min(this.#attempts, 16));
    this.#attempts += 1;
    return Math.round(pause * (0.5 + this.#random() / 2));
  }

  reset(): void {
    this.#attempts = 0;
  }
}
