import type { NodeTime } from '../../db/redis/node-time.ts';

/** Monotonic time that stands still until a test advances it. */
export class HandTime implements NodeTime {
  #now = 1_000_000;
  #timers: { at: number; run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  soon(run: () => void): void {
    queueMicrotask(run);
  }

  /** Advances time from timer to timer; work that a timer starts settles before the next one runs. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    for (;;) {
      await rest();
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.run();
    }
    this.#now = until;
    await rest();
  }

  /** As if the process had been suspended: time has passed, and none of its timers has run. */
  leap(ms: number): void {
    this.#now += ms;
  }
}

/** Waits until all microtasks have run. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
