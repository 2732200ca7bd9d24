import type { Clock } from '../../actors/runtime/ports.ts';

/** Domain time that a test can advance; otherwise it runs like real time. */
export class TestClock implements Clock {
  #offset = 0;
  #held: number | null = null;

  now(): Date {
    return new Date(this.#held ?? Date.now() + this.#offset);
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }

  /** Does some work while time stands still. */
  async hold<T>(work: (at: Date) => Promise<T>): Promise<T> {
    this.#held = Date.now() + this.#offset;
    try {
      return await work(new Date(this.#held));
    } finally {
      this.#offset = this.#held - Date.now();
      this.#held = null;
    }
  }
}
