import { at, realAt } from './at.ts';
import type { Model } from './model.ts';
import type { Solution } from './solution.ts';

/** Iterations between two adjustments. */
const ROUND_ITERATIONS = 100;
const PENALTY_INCREASE = 1.01;
const PENALTY_DECREASE = 0.8;
/** Initial and minimum penalty of an absent task, in mean legs per priority. */
const INITIAL_PENALTY = 5;
const MIN_PENALTY = 1;
/** Maximum penalty, since a task may have no place at all. */
const MAX_PENALTY = 300;

/**
 * The objective the search compares by. With tight windows and few vehicles, the way from one good plan to a better one
 * leads through plans that leave tasks out or move more stops than allowed. Both are therefore penalised only as much
 * as keeps the search feasible about half of the time. The penalty of a task that is often left out grows, since hard
 * tasks should be placed first.
 */
export class SearchCost {
  private readonly model: Model;
  private readonly leg: number;
  private readonly most: number;
  private readonly hopeless: number;
  /** Per task: its priority in mean legs, and its present penalty for absence. */
  private readonly weight: Float64Array;
  private readonly absence: Float64Array;
  private excess: number;
  private iterations = 0;
  private sound = 0;

  /**
   * @param leg Mean cost of a leg: the unit of the penalties.
   * @param most Maximum number of moved stops.
   * @param hopeless Number of tasks that fit in no plan.
   */
  constructor(model: Model, leg: number, most: number, hopeless: number) {
    this.model = model;
    this.leg = leg;
    this.most = most;
    this.hopeless = hopeless;
    const least = model.dropCost.reduce((lowest, cost) => Math.min(lowest, cost), Number.POSITIVE_INFINITY);
    this.weight = model.dropCost.map((cost) => (leg * cost) / least);
    this.absence = this.weight.map((weight) => INITIAL_PENALTY * weight);
    this.excess = leg;
  }

  of(solution: Solution): number {
    const { absent, absentCount, movedStops, travelled } = solution;
    let total = travelled;
    for (let index = 0; index < absentCount; index += 1) total += realAt(this.absence, at(absent, index));
    return movedStops > this.most ? total + (movedStops - this.most) * this.excess : total;
  }

  allows({ movedStops }: Solution): boolean {
    return movedStops <= this.most;
  }

  /** Called once per iteration with the current solution. */
  learn(current: Solution): void {
    const allowed = this.allows(current);
    if (allowed && current.absentCount <= this.hopeless) this.sound += 1;
    for (let index = 0; index < current.absentCount; index += 1) {
      const task = at(current.absent, index);
      const most = realAt(this.weight, task) * MAX_PENALTY;
      this.absence[task] = Math.min(most, realAt(this.absence, task) * PENALTY_INCREASE);
    }
    if (!allowed) this.excess = Math.min(this.leg * MAX_PENALTY, this.excess * PENALTY_INCREASE);
    this.iterations += 1;
    if (this.iterations % ROUND_ITERATIONS !== 0) return;
    if (this.sound > ROUND_ITERATIONS / 2) this.ease();
    this.sound = 0;
  }

  private ease(): void {
    const { absence, leg, model, weight } = this;
    for (let task = 0; task < model.tasks; task += 1)
      absence[task] = Math.max(realAt(weight, task) * MIN_PENALTY, realAt(absence, task) * PENALTY_DECREASE);
    this.excess = Math.max(leg / 4, this.excess * PENALTY_DECREASE);
  }
}
