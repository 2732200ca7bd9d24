import type { Clock } from '../../actors/runtime/ports.ts';

/** Domain time that a test moves on by hand; between moves it runs like real time. */
export class TestClock implements Clock {
  #offset = 0;

  now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
  }
}
