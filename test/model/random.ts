/** Chance from a seed (mulberry32): the same seed gives the same run on every machine. */
export class Random {
  #state: number;

  constructor(seed: number) {
    // Neighbouring seeds start far apart.
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number in [0, end). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True in `part` of all cases. */
  chance(part: number): boolean {
    return this.next() < part;
  }

  pick<T>(from: readonly T[]): T | undefined {
    return from.length === 0 ? undefined : from[this.below(from.length)];
  }
}
