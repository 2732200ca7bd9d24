import { doneWithin } from '../../../db/deadline.ts';

export interface SemaphoreLimits {
  /** Pieces of work under way at a time. */
  permits: number;
  /** Pieces of work that wait for one to end. */
  maxWaiting: number;
  /** How long each of them waits. */
  timeoutMs: number;
}

/** Lets few pieces of work be under way at a time; some wait for their turn, in order, and not for ever. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
    this.#free = limits.permits;
  }

  /** Rejects with what `refusal` makes when too many wait already, or the turn does not come in time. */
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
    // Whose turn has come is no longer among those who wait, even if the time ran out in the same moment.
    return !this.#waiting.delete(begin);
  }

  /** Hands the permit on to the one who has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
