import { doneWithin } from '../../../db/deadline.ts';

export interface SemaphoreLimits {
  /** Pieces of work running at a time. */
  permits: number;
  /** Pieces of work waiting for a permit. */
  maxWaiting: number;
  /** Longest wait for a permit. */
  timeoutMs: number;
}

/** Limits concurrent work; further callers wait in order, for a limited time. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
    this.#free = limits.permits;
  }

  /** Rejects with `refusal()` if too many are waiting or no permit becomes free in time. */
  async run<T>(work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (!(await this.#acquire())) throw refusal();
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #acquire(): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    if (this.#waiting.size >= this.#limits.maxWaiting) return false;
    let begin: () => void = () => undefined;
    const turn = new Promise<void>((resolve) => {
      begin = resolve;
      this.#waiting.add(begin);
    });
    await doneWithin(turn, this.#limits.timeoutMs);
    // A caller that just got its permit is no longer waiting, even if its time ran out at the same moment.
    return !this.#waiting.delete(begin);
  }

  /** Passes the permit to the longest-waiting caller. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
