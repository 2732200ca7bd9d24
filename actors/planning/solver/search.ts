import { at } from './at.ts';
import { FREE, type Model } from './model.ts';
import { Places } from './places.ts';
import { Recreate } from './recreate.ts';
import { Ruin } from './ruin.ts';
import { SearchCost } from './search-cost.ts';
import { SeededRandom } from './seeded-random.ts';
import { Solution } from './solution.ts';

/** Temperatures at the start and the end, in mean legs. */
const START_TEMPERATURE = 1;
const END_TEMPERATURE = 0.004;
/** The temperature falls twice: reheating at this share of the time escapes the local optimum of the first fall. */
const REHEAT_AT = 0.4;
/** Maximum number of tasks that one ruin removes. */
const MAX_RUIN_TASKS = 12;
/** Probability of ignoring a route while recreating. */
const SKIP_PROBABILITY = 0.02;
/** Weights of the heuristics out of 100, in the order of Ruin and Recreate. */
const RUIN_WEIGHTS = [60, 15, 15, 5, 5];
const RECREATE_WEIGHTS = [14, 14, 14, 14, 14, 15, 15];
/** Comparing all absent tasks takes quadratic time: above this number they are inserted in order of time. */
const MAX_COMPARED_TASKS = 200;
const BY_TIME = 4;
const BY_REGRET = 5;

/**
 * Share of the planning time used up, 0 to 1; at 1 the search ends. Called often: in a process it reads a clock, in a
 * test it counts calls.
 */
export type Budget = () => number;

export interface Found {
  best: Solution;
  iterations: number;
}

/**
 * Ruin and recreate with simulated annealing: removes a few tasks, reinserts them, and accepts a solution that is
 * better or, while the temperature is high, not much worse. Mutates `start`.
 */
export function search(
  model: Model,
  start: Solution,
  { seed, budget }: { seed: number; budget: Budget },
): Found {
  const random = new SeededRandom(seed);
  const ruin = new Ruin(model, random);
  const recreate = new Recreate(model, random, new Places(model));
  // If more stops than allowed must move already, no further ones may.
  const most = Math.max(model.maxMoved, start.movedStops);
  const hopeless = countHopeless(start);
  let current = start;
  recreate.apply(current, current.absentCount > MAX_COMPARED_TASKS ? BY_TIME : BY_REGRET, 0);
  let candidate = new Solution(model);
  const best = new Solution(model);
  best.copy(current);
  if (ruin.size === 0) return { best, iterations: 0 };

  const leg = meanLeg(model, current);
  const compared = new SearchCost(model, leg, most, hopeless);
  const largest = Math.min(MAX_RUIN_TASKS, Math.max(2, most));
  let iterations = 0;
  for (let used = budget(); used < 1; used = budget()) {
    const temperature = leg * heat(used);
    iterations += 1;
    candidate.copy(current);
    ruin.apply(candidate, pick(RUIN_WEIGHTS, random), 1 + random.below(largest));
    recreate.apply(candidate, pick(RECREATE_WEIGHTS, random), SKIP_PROBABILITY);
    compared.learn(current);
    if (compared.of(candidate) >= compared.of(current) - temperature * Math.log(random.unit())) continue;
    [current, candidate] = [candidate, current];
    if (current.cost < best.cost && compared.allows(current)) best.copy(current);
  }
  return { best, iterations };
}

function heat(used: number): number {
  const fallen = used < REHEAT_AT ? used / REHEAT_AT : (used - REHEAT_AT) / (1 - REHEAT_AT);
  return START_TEMPERATURE * (END_TEMPERATURE / START_TEMPERATURE) ** fallen;
}

function pick(shares: readonly number[], random: SeededRandom): number {
  let left = random.below(100);
  let index = 0;
  for (const share of shares) {
    left -= share;
    if (left < 0) return index;
    index += 1;
  }
  return 0;
}

/** Number of tasks that fit nowhere even in routes without other movable tasks. */
function countHopeless(start: Solution): number {
  const { model } = start;
  if (start.absentCount === 0) return 0;
  const bare = new Solution(model);
  bare.copy(start);
  for (let task = 0; task < model.tasks; task += 1)
    if (model.kind[task] === FREE && bare.has(task)) bare.remove(task);
  for (let vehicle = 0; vehicle < model.vehicles; vehicle += 1) bare.refresh(vehicle);
  const places = new Places(model);
  let hopeless = 0;
  for (let index = 0; index < start.absentCount; index += 1) {
    if (!places.anywhere(bare, at(start.absent, index))) hopeless += 1;
  }
  return hopeless;
}

function meanLeg({ vehicles, tasks }: Model, solution: Solution): number {
  let stops = 0;
  for (let vehicle = 0; vehicle < vehicles; vehicle += 1) stops += at(solution.stops, vehicle);
  return Math.max(1, solution.travelled / Math.max(1, stops, tasks));
}
