import { at, realAt } from './at.ts';
import type { Model } from './model.ts';
import type { Solution } from './solution.ts';

/** Iterations between two looks at how it went. */
const ROUND = 100;
const DEARER = 1.01;
const CHEAPER = 0.8;
/** The first and the lowest price of an absence, in mean legs for each priority. */
const FIRST = 5;
const LOWEST = 1;
/** Nor does it rise for ever: somebody may have no place at all. */
const HIGHEST = 300;

/**
 * What the search itself compares. With tight windows and few vehicles, the way from one good plan to a better one
 * leads through plans that leave somebody out, or move more stops than allowed: so both cost only as much as keeps
 * the search complete about half of the time. A task often left out becomes dear, as hard ones should be placed first.
 */
export class SearchCost {
  private readonly model: Model;
  private readonly leg: number;
  private readonly most: number;
  private readonly hopeless: number;
  /** By task, its priority in legs, and what its absence costs now. */
  private readonly weight: Float64Array;
  private readonly absence: Float64Array;
  private excess: number;
  private iterations = 0;
  private sound = 0;

  /**
   * @param leg Cost of a leg in the mean: the measure of weights.
   * @param most Moved stops that are allowed.
   * @param hopeless How many tasks have no place in any plan.
   */
  constructor(model: Model, leg: number, most: number, hopeless: number) {
    this.model = model;
    this.leg = leg;
    this.most = most;
    this.hopeless = hopeless;
    const least = model.dropCost.reduce((lowest, cost) => Math.min(lowest, cost), Number.POSITIVE_INFINITY);
    this.weight = model.dropCost.map((cost) => (leg * cost) / least);
    this.absence = this.weight.map((weight) => FIRST * weight);
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

  /** Called once an iteration with where the search stands. */
  learn(current: Solution): void {
    const allowed = this.allows(current);
    if (allowed && current.absentCount <= this.hopeless) this.sound += 1;
    for (let index = 0; index < current.absentCount; index += 1) {
      const task = at(current.absent, index);
      const most = realAt(this.weight, task) * HIGHEST;
      this.absence[task] = Math.min(most, realAt(this.absence, task) * DEARER);
    }
    if (!allowed) this.excess = Math.min(this.leg * HIGHEST, this.excess * DEARER);
    this.iterations += 1;
    if (this.iterations % ROUND !== 0) return;
    if (this.sound > ROUND / 2) this.ease();
    this.sound = 0;
  }

  private ease(): void {
    const { absence, leg, model, weight } = this;
    for (let task = 0; task < model.tasks; task += 1)
      absence[task] = Math.max(realAt(weight, task) * LOWEST, realAt(absence, task) * CHEAPER);
    this.excess = Math.max(leg / 4, this.excess * CHEAPER);
  }
}
