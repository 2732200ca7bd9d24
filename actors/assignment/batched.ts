import { type Field, type Fitting, fieldOf, insertionOf } from './candidate.ts';
import { fairest } from './fairness.ts';
import { choiceOf, NOBODY } from './one-by-one.ts';
import type { Assignment, AssignmentPolicy, Choice, Why } from './policy.ts';
import { leastCost } from './route-bound.ts';
import { brokenRule } from './rules.ts';
import { takeOn } from './take-on.ts';
import type { AssignmentDriver, AssignmentWorld, WaitingTask } from './world.ts';

/**
 * All tasks at once: again and again the one that would lose most by not getting its best driver gets it, and the
 * others see that driver's route with it. One whose second choice is far away thus goes before one that anybody could
 * take. Costs are worked out only where bounds leave a doubt.
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
  /** Who would have been cheapest, had the task been alone. */
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

  /** The task with most to lose; the first of equals, which come most urgent first. */
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

  /** The two cheapest and all near the cheapest are among them, each with its exact cost. */
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

  /** The driver has another route now, and less room. */
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

/** What is lost when the cheapest driver is gone. With one only, everything; with nobody, nothing can be. */
function regretOf(weighed: readonly Weighed[]): number {
  const costs = weighed.map(({ insertion }) => insertion.cost).sort((left, right) => left - right);
  const [best, second] = costs;
  if (best === undefined) return Number.MAX_VALUE;
  return second === undefined ? Number.MAX_VALUE / 2 : second - best;
}
