import { type Field, type Fitting, fieldOf, insertionOf } from './candidate.ts';
import { fairest } from './fairness.ts';
import { choiceOf, NOBODY } from './one-by-one.ts';
import type { Assignment, AssignmentPolicy, Choice, Why } from './policy.ts';
import { leastCost } from './route-bound.ts';
import { brokenRule } from './rules.ts';
import { takeOn } from './take-on.ts';
import type { AssignmentDriver, AssignmentWorld, WaitingTask } from './world.ts';

/**
 * Assigns a batch of tasks by regret: the next task to be assigned is always the one that would lose most if its
 * cheapest driver went to another task. A task whose second choice is far away therefore goes before one that many
 * drivers could take. After each assignment the remaining tasks see that driver's new route. Exact costs are computed
 * only where the lower bounds cannot decide.
 */
export const batched: AssignmentPolicy = {
  name: 'BATCHED',
  assign(tasks, world): Assignment {
    const batch = new Batch(tasks, world);
    const choices: Choice[] = [];
    while (!batch.over && (choices.length === 0 || !isSpent(world))) choices.push(batch.next());
    return { choices, drivers: batch.drivers };
  },
};

function isSpent({ budget }: AssignmentWorld): boolean {
  return budget !== undefined && budget() >= 1;
}

type Weighed = Fitting & { insertion: NonNullable<Fitting['insertion']> };

interface Waiting {
  task: WaitingTask;
  field: Field;
  /** The cheapest driver if this task were assigned alone. */
  alone: { driverId: string; cost: number } | null;
}

class Batch {
  drivers: AssignmentDriver[];
  private readonly world: AssignmentWorld;
  private readonly now: number;
  private waiting: Waiting[];

  constructor(tasks: readonly WaitingTask[], world: AssignmentWorld) {
    this.world = world;
    this.now = Date.parse(world.now);
    this.drivers = [...world.drivers];
    this.waiting = tasks.map((task) => ({ task, field: fieldOf(task, world), alone: null }));
  }

  get over(): boolean {
    return this.waiting.length === 0;
  }

  next(): Choice {
    const { one, weighed } = this.mostUrgent();
    this.waiting = this.waiting.filter((other) => other !== one);
    const fair = fairest(weighed, this.world.fairnessToleranceSeconds);
    if (fair === null) return choiceOf(one.field, NOBODY, this.world);
    const { chosen } = fair;
    const why = this.whyOf(one, chosen, fair.why);
    const choice = choiceOf(one.field, { chosen, why }, this.world);
    this.give(one.task, chosen);
    return choice;
  }

  /** The task with the highest regret. Tasks are sorted by urgency, so the most urgent of equals wins. */
  private mostUrgent(): { one: Waiting; weighed: Weighed[] } {
    let found: { one: Waiting; weighed: Weighed[] } | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const one of this.waiting) {
      const weighed = this.weigh(one);
      const regret = regretOf(weighed);
      if (regret <= most) continue;
      most = regret;
      found = { one, weighed };
    }
    if (found === null) throw new Error('a batch that is over has no next choice');
    return found;
  }

  /**
   * Exact costs of a prefix of the drivers that contains the two cheapest and all within the fairness tolerance of the
   * cheapest.
   */
  private weigh(one: Waiting): Weighed[] {
    const { fairnessToleranceSeconds } = this.world;
    const weighed: Weighed[] = [];
    let [best, second] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const each of one.field.fitting) {
      if (each.atLeast > second && each.atLeast > best + fairnessToleranceSeconds) break;
      const insertion = each.insertion ?? insertionOf(one.task, each.driver, this.world);
      weighed.push(Object.assign(each, { insertion }));
      const { cost } = insertion;
      if (cost < best) [second, best] = [best, cost];
      else if (cost < second) second = cost;
    }
    one.alone ??= cheapestOf(weighed);
    return weighed;
  }

  private whyOf({ alone }: Waiting, { driver, insertion }: Weighed, why: Why): Why {
    if (why.reason !== 'CHEAPEST' || alone === null || alone.driverId === driver.id) return why;
    const dearerBySeconds = Math.round(insertion.cost - alone.cost);
    return { reason: 'BEST_TOGETHER', cheapestDriverId: alone.driverId, dearerBySeconds };
  }

  private give(task: WaitingTask, { driver, insertion }: Weighed): void {
    const taken = takeOn(driver, task, insertion);
    this.drivers = this.drivers.map((each) => (each === driver ? taken : each));
    for (const { field } of this.waiting) this.lookAgain(field, driver, taken);
  }

  /** Re-checks a driver for one task after another task was added to the driver's route. */
  private lookAgain(field: Field, before: AssignmentDriver, driver: AssignmentDriver): void {
    const index = field.fitting.findIndex((each) => each.driver === before);
    if (index < 0) return;
    field.fitting.splice(index, 1);
    const rule = brokenRule(field.asked, driver);
    if (rule !== null) {
      field.excluded.push({ driver, rule });
      return;
    }
    const atLeast = leastCost(driver, field.placed, this.now, this.world.travel);
    const place = field.fitting.findIndex((each) => each.atLeast > atLeast);
    field.fitting.splice(place < 0 ? field.fitting.length : place, 0, { driver, atLeast, insertion: null });
  }
}

function cheapestOf(weighed: readonly Weighed[]): Waiting['alone'] {
  let cheapest: Waiting['alone'] = null;
  for (const { driver, insertion } of weighed) {
    if (cheapest === null || insertion.cost < cheapest.cost)
      cheapest = { driverId: driver.id, cost: insertion.cost };
  }
  return cheapest;
}

/**
 * What the task would lose without its cheapest driver. A task with one fitting driver could lose everything; one with
 * none is assigned first, because its outcome cannot change.
 */
function regretOf(weighed: readonly Weighed[]): number {
  const costs = weighed.map(({ insertion }) => insertion.cost).sort((left, right) => left - right);
  const [best, second] = costs;
  if (best === undefined) return Number.MAX_VALUE;
  return second === undefined ? Number.MAX_VALUE / 2 : second - best;
}
