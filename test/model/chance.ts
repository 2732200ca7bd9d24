import { Chance } from '../../scripts/shared/chance.ts';

/**
 * The stream of a run of the model (mulberry32). It stays as it is: for each broken rule the tests expect which promise
 * fails first, which follows from these seeds.
 */
export function modelChance(seed: number): Chance {
  // Neighbouring seeds start far apart.
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return new Chance(() => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  });
}
