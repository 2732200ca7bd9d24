import { SeededRandom } from '../../../actors/planning/solver/seeded-random.ts';

/** Chance with a name: what one part of the plan draws changes nothing for the others. */
export class Chance {
  readonly #random: SeededRandom;

  constructor(seed: number, ...name: readonly (string | number)[]) {
    this.#random = new SeededRandom(hashOf(`${seed}/${name.join('/')}`));
  }

  /** From 0 to below 1. */
  unit(): number {
    return this.#random.unit();
  }

  /** From `low` to below `high`. */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + this.#random.below(high - low + 1);
  }

  /** True in so many of a hundred cases. */
  percent(share: number): boolean {
    return this.unit() * 100 < share;
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.#random.below(values.length)];
    if (value === undefined) throw new RangeError('there is nothing to pick from');
    return value;
  }

  /** Each as likely as its weight says. */
  weighted<T>(values: readonly T[], weightOf: (value: T) => number): T {
    let left = this.unit() * values.reduce((sum, value) => sum + weightOf(value), 0);
    for (const value of values) {
      left -= weightOf(value);
      if (left < 0) return value;
    }
    const last = values.at(-1);
    if (last === undefined) throw new RangeError('there is nothing to weigh');
    return last;
  }

  /** Normally distributed with mean 0 and deviation 1. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()));
    return radius * Math.cos(2 * Math.PI * this.unit());
  }

  /** How long people take: half of them less than `typical`, few many times as long; at most eight times. */
  duration(typical: number, spread = 0.5): number {
    return typical * Math.min(8, Math.exp(spread * this.normal()));
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
