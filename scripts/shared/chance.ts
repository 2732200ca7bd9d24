import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';

/** Draws of every kind from a stream of numbers: the same seed gives the same draws on every machine. */
export class Chance {
  readonly #draw: () => number;

  /** @param draw each number from 0 to below 1, evenly */
  constructor(draw: () => number) {
    this.#draw = draw;
  }

  /** From 0 to below 1. */
  unit(): number {
    return this.#draw();
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.unit() * end);
  }

  /** From `low` to below `high`. */
  between(low: number, high: number): number {
    return low + this.unit() * (high - low);
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in this share (0 to 1) of all cases. */
  happens(share: number): boolean {
    return this.unit() < share;
  }

  /** True in `share` of a hundred cases. */
  percent(share: number): boolean {
    return this.unit() * 100 < share;
  }

  /** Throws a RangeError when there is nothing to pick from. */
  pick<T>(values: readonly T[]): T {
    const index = this.below(values.length);
    if (index >= values.length) throw new RangeError('there is nothing to pick from');
    return values[index] as T;
  }

  /** Undefined, and nothing drawn, when there is nothing to pick from. */
  pickAny<T>(values: readonly T[]): T | undefined {
    return values.length === 0 ? undefined : values[this.below(values.length)];
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

  /** The same values in random order. */
  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.unit() }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);
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

/**
 * A stream of its own for each name, so that what one part of a plan draws changes nothing for the others. Recorded
 * days of the city depend on this algorithm: their seeds must keep their meaning.
 */
export function namedChance(seed: number, ...name: readonly (string | number)[]): Chance {
  const random = new SeededRandom(hashOf(`${seed}/${name.join('/')}`));
  return new Chance(() => random.unit());
}

/**
 * One stream for a whole run (splitmix32). Independent of the solver's own generator, so that the two cannot hide each
 * other's faults. Recorded fault plans depend on this algorithm: their seeds must keep their meaning.
 */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  return new Chance(() => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  });
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}
