import { insertionOf, rankOf, shownFitting, type WeighedDriver } from './candidate.ts';
import { fairest, isBefore } from './fairness.ts';
import type { Why } from './policy.ts';
import { leastCost, type PlacedTask, placedTask } from './route-bound.ts';
import { figuresOf, type RuleFigures, wordsOf } from './rule-figures.ts';
import { type Asked, askedOf, brokenRule, mayOverrule, type Rule } from './rules.ts';
import { laden, takeOn } from './take-on.ts';
import {
  type AssignmentDriver,
  type AssignmentWorld,
  dropoffOf,
  pickupOf,
  type WaitingTask,
} from './world.ts';

/**
 * All drivers in the order in which the policy would prefer them: for a person who chooses, and may choose otherwise.
 * Rules, costs and fairness are the policy's own; of one task its choice stands first. Several tasks are looked at as
 * given to one driver, one after the other.
 */

/** A task with what every driver is compared with. */
export interface WantedTask {
  asked: Asked;
  placed: PlacedTask;
  /** Who has it already. */
  holderId: string | null;
}

export interface Unfit {
  taskId: string;
  rule: Rule;
  figures: RuleFigures;
}

/** One driver looked at for all the tasks. */
export interface Prospect {
  driver: AssignmentDriver;
  /** The driver's already. */
  held: number;
  fitting: WantedTask[];
  unfit: Unfit[];
  /** Seconds: what those that fit cost at the very least, each for itself. */
  atLeast: number;
  /** What those that fit cost one after the other; null until it is worked out. */
  weighed: { cost: number; shown: WeighedDriver } | null;
}

export type RankedDriver = WeighedDriver & {
  held: number;
  fits: number;
  /** As `fits`, with those that only rules stand against which a dispatcher may overrule. */
  givable: number;
  unfit: (Unfit & { byHand: boolean })[];
};

export function wantedTask(
  task: WaitingTask,
  holderId: string | null,
  world: Pick<AssignmentWorld, 'zones' | 'now' | 'travel'>,
): WantedTask {
  const placed = placedTask(pickupOf(task), dropoffOf(task), task.dueBy, world.travel);
  return { asked: askedOf(task, world), placed, holderId };
}

/** The cheap part: rules, each task counted in when the next is looked at, and the least that it all costs. */
export function prospectOf(
  driver: AssignmentDriver,
  wanted: readonly WantedTask[],
  world: AssignmentWorld,
): Prospect {
  const found: Prospect = { driver, held: 0, fitting: [], unfit: [], atLeast: 0, weighed: null };
  const now = Date.parse(world.now);
  let load = driver;
  for (const each of wanted) {
    const { asked, placed, holderId } = each;
    if (holderId === driver.id) {
      found.held += 1;
      continue;
    }
    const rule = brokenRule(asked, load);
    if (rule === null) {
      found.fitting.push(each);
      found.atLeast += leastCost(driver, placed, now, world.travel);
    } else {
      found.unfit.push({ taskId: asked.task.taskId, rule, figures: figuresOf(rule, asked, load) });
    }
    if (rule === null || mayOverrule(rule)) load = laden(load, asked.task);
  }
  return found;
}

/** The dear part: where in the route each task would go. */
export function weigh(prospect: Prospect, world: AssignmentWorld): void {
  const { driver, fitting } = prospect;
  let sum: Prospect['weighed'] = null;
  let load = driver;
  for (const { asked } of fitting) {
    const insertion = insertionOf(asked.task, load, world);
    const shown = shownFitting({ driver: load, atLeast: 0, insertion }, asked, world);
    sum = sum === null ? { cost: insertion.cost, shown } : added(sum, insertion.cost, shown);
    load = takeOn(load, asked.task, insertion);
  }
  prospect.weighed = sum;
}

function added({ cost, shown }: NonNullable<Prospect['weighed']>, more: number, next: WeighedDriver) {
  const sum = (of: (one: WeighedDriver) => number | null | undefined) => (of(shown) ?? 0) + (of(next) ?? 0);
  return {
    cost: cost + more,
    shown: {
      ...shown,
      costSeconds: sum((one) => one.costSeconds),
      addedDriveSeconds: sum((one) => one.addedDriveSeconds),
      latenessCausedSeconds: sum((one) => one.latenessCausedSeconds),
      reserveUsedSeconds: sum((one) => one.reserveUsedSeconds),
      // As told of the last one: lateness in all, with all of them.
      detail: next.detail,
    },
  };
}

/** Who is worth weighing first: who can take most, and of those who costs least at the least. */
export function byPromise(left: Prospect, right: Prospect): number {
  return right.fitting.length - left.fitting.length || left.atLeast - right.atLeast;
}

/** The policy's choice first, then by cost; who can take fewer comes after who can take more. */
export function ranked(
  prospects: readonly Prospect[],
  toleranceSeconds: number,
): { why: Why; prospects: Prospect[] } {
  const sorted = [...prospects].sort(inOrder);
  const most = sorted[0]?.fitting.length ?? 0;
  const leaders = sorted.flatMap((prospect) => {
    const { driver, fitting, weighed } = prospect;
    if (weighed === null || fitting.length < most) return [];
    return [{ driver, insertion: { cost: weighed.cost }, prospect }];
  });
  const fair = most === 0 ? null : fairest(leaders, toleranceSeconds);
  if (fair === null) return { why: { reason: 'NOBODY_FITS' }, prospects: sorted };
  const first = fair.chosen.prospect;
  return { why: fair.why, prospects: [first, ...sorted.filter((each) => each !== first)] };
}

function inOrder(left: Prospect, right: Prospect): number {
  const fits = right.fitting.length - left.fitting.length;
  if (fits !== 0) return fits;
  if (left.fitting.length > 0) {
    if (left.weighed === null || right.weighed === null) {
      const open = Number(left.weighed === null) - Number(right.weighed === null);
      return open || left.atLeast - right.atLeast;
    }
    const one = { driver: left.driver, insertion: left.weighed };
    return isBefore(one, { driver: right.driver, insertion: right.weighed }) ? -1 : 1;
  }
  return givableOf(right) - givableOf(left) || nearestRule(right) - nearestRule(left) || byId(left, right);
}

/** Rules checked later are nearer to fitting. */
function nearestRule({ unfit }: Prospect): number {
  return unfit.reduce((most, { rule }) => Math.max(most, rankOf(rule)), -1);
}

function byId(left: Prospect, right: Prospect): number {
  return left.driver.id < right.driver.id ? -1 : 1;
}

function givableOf({ fitting, unfit }: Prospect): number {
  return fitting.length + unfit.filter(({ rule }) => mayOverrule(rule)).length;
}

export function shownRanked(prospect: Prospect, world: AssignmentWorld): RankedDriver {
  const { driver, held, fitting, unfit } = prospect;
  const [first] = unfit;
  return {
    ...(fitting.length === 0 ? named(driver) : shownCost(prospect, world)),
    ...(first === undefined
      ? {}
      : {
          eligible: false,
          rule: first.rule,
          detail: wordsOf(first.rule, first.figures),
          figures: first.figures,
        }),
    held,
    fits: fitting.length,
    givable: givableOf(prospect),
    unfit: unfit.map((each) => ({ ...each, byHand: mayOverrule(each.rule) })),
  };
}

function shownCost({ driver, fitting, atLeast, weighed }: Prospect, world: AssignmentWorld): WeighedDriver {
  const [first] = fitting;
  if (first === undefined) return named(driver);
  return weighed?.shown ?? shownFitting({ driver, atLeast, insertion: null }, first.asked, world);
}

function named({ id, name }: AssignmentDriver): WeighedDriver {
  return {
    ...{ driverId: id, driverName: name, eligible: false },
    ...{ costSeconds: null, rule: null, detail: null },
  };
}
