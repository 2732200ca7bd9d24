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
 * Ranks all drivers for a dispatcher, who may choose any of them. Rules, costs and fairness are those of the policy, so
 * for a single task the policy's own choice comes first. Several tasks are ranked as if one driver were given all of
 * them in turn.
 */

/** A task, prepared for comparison with every driver. */
export interface WantedTask {
  asked: Asked;
  placed: PlacedTask;
  /** The driver who has it already. */
  holderId: string | null;
}

export interface Unfit {
  taskId: string;
  rule: Rule;
  figures: RuleFigures;
}

/** One driver considered for all the tasks. */
export interface Prospect {
  driver: AssignmentDriver;
  /** How many of the tasks the driver has already. */
  held: number;
  fitting: WantedTask[];
  unfit: Unfit[];
  /** Sum of the lower bounds of the tasks that fit, in seconds. */
  atLeast: number;
  /** The exact cost of adding the fitting tasks one after the other; null until it is computed. */
  weighed: { cost: number; shown: WeighedDriver } | null;
}

export type RankedDriver = WeighedDriver & {
  held: number;
  fits: number;
  /** `fits`, plus the tasks excluded only by rules that a dispatcher may overrule. */
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

/**
 * The cheap stage: applies the rules, counting each accepted task before the next is checked, and sums the lower
 * bounds.
 */
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

/** The expensive stage: finds the place of each task in the route. */
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
      // The last detail already describes the total lateness with all tasks.
      detail: next.detail,
    },
  };
}

/** Order in which exact costs are computed: drivers who can take the most tasks first, then by lower bound. */
export function byPromise(left: Prospect, right: Prospect): number {
  return right.fitting.length - left.fitting.length || left.atLeast - right.atLeast;
}

/** The policy's choice first, then by cost. A driver who can take fewer tasks comes after one who can take more. */
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

/** How close the driver came to fitting: rules that are checked later rank higher. */
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
