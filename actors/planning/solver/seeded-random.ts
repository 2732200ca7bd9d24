/** Pseudo-random numbers: the same problem and seed give the same plan. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    // Mixing separates small seeds, and avoids zero, at which the generator would stay for ever.
    this.state = mix(seed | 0) || 0x2545f491;
  }

  /** A whole number from 0 to 2³² − 1. */
  next(): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x;
    return x >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  unit(): number {
    return this.next() / 4_294_967_296;
  }

  /** A whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.unit() * count);
  }

  /** Shuffles the first `count` entries. */
  shuffle(values: Int32Array, count: number): void {
    for (let index = count - 1; index > 0; index -= 1) {
      const other = this.below(index + 1);
      const value = values[index] as number;
      values[index] = values[other] as number;
      values[other] = value;
    }
  }
}

function mix(seed: number): number {
  let x = seed + 0x9e3779b9;
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
