import { type InsertionResult, insertTask, LATENESS_WEIGHT, RESERVE_SECONDS } from '../planning/insertion.ts';
import { secondsBetween } from '../planning/instants.ts';
import { latenessOf } from './lateness.ts';
import { leastCost, type PlacedTask, placedTask } from './route-bound.ts';
import { figuresOf, type RuleFigures, wordsOf } from './rule-figures.ts';
import { type Asked, askedOf, brokenRule, RULES, type Rule } from './rules.ts';
import {
  type AssignmentDriver,
  type AssignmentWorld,
  dropoffOf,
  originOf,
  pickupOf,
  type WaitingTask,
} from './world.ts';

/** A driver whom no rule excludes. */
export interface Fitting {
  driver: AssignmentDriver;
  /** Seconds: what the task costs at the very least. */
  atLeast: number;
  /** What it costs; null until it is worked out. */
  insertion: InsertionResult | null;
}

export interface Excluded {
  driver: AssignmentDriver;
  rule: Rule;
}

/** All drivers looked at for one task. */
export interface Field {
  asked: Asked;
  placed: PlacedTask;
  /** Cheapest at least first. */
  fitting: Fitting[];
  excluded: Excluded[];
}

/** The cheap part of a choice, in proportion to the drivers: rules, and the least that each of the others costs. */
export function fieldOf(task: WaitingTask, world: AssignmentWorld): Field {
  const asked = askedOf(task, world);
  const placed = placedTask(pickupOf(task), dropoffOf(task), task.dueBy, world.travel);
  const now = Date.parse(world.now);
  const fitting: Fitting[] = [];
  const excluded: Excluded[] = [];
  for (const driver of world.drivers) {
    const rule = brokenRule(asked, driver);
    if (rule !== null) excluded.push({ driver, rule });
    else fitting.push({ driver, atLeast: leastCost(driver, placed, now, world.travel), insertion: null });
  }
  fitting.sort((left, right) => left.atLeast - right.atLeast);
  return { asked, placed, fitting, excluded };
}

/** Whether any driver fits by the rules. */
export function fitsSomebody(
  task: WaitingTask,
  drivers: readonly AssignmentDriver[],
  world: Pick<AssignmentWorld, 'zones' | 'now'>,
): boolean {
  const asked = askedOf(task, world);
  return drivers.some((driver) => brokenRule(asked, driver) === null);
}

/** What the task adds to the driver's present route, exactly. */
export function insertionOf(
  task: WaitingTask,
  driver: AssignmentDriver,
  world: AssignmentWorld,
): InsertionResult {
  const stops = driver.stops.map(({ latitude, longitude, dueBy, notBefore, locked, done }) => ({
    latitude,
    longitude,
    dueBy,
    notBefore,
    fixed: locked || done,
    done,
  }));
  const plan = {
    origin: originOf(driver),
    startAt: world.now,
    stops,
    travel: world.travel,
    ...(driver.shiftEnd === null ? {} : { shiftEnd: driver.shiftEnd }),
    reserveSeconds: RESERVE_SECONDS,
  };
  return insertTask(plan, { pickup: pickupOf(task), dropoff: dropoffOf(task), dueBy: task.dueBy });
}

/** One driver looked at, as the explanation keeps and shows it. */
export type WeighedDriver = {
  driverId: string;
  driverName: string;
  eligible: boolean;
  /** Seconds the task adds to the route, lateness and used reserve weighted in; null when excluded, and when `atLeastSeconds` was enough. */
  costSeconds: number | null;
  /** Of somebody who fits and was not weighed to the end: the cost is no lower than this, which was too much. */
  atLeastSeconds?: number;
  addedDriveSeconds?: number;
  latenessCausedSeconds?: number;
  /** How much nearer to being late all stops together come than is aimed at. */
  reserveUsedSeconds?: number;
  /** Null: has work. */
  idleSeconds?: number | null;
  rule: Rule | null;
  /** In words, with the rule's numbers. */
  detail: string | null;
  /** Of a driver who is excluded: the rule's numbers alone, for readers of another language. */
  figures?: RuleFigures;
};

export function shownFitting(
  { driver, atLeast, insertion }: Fitting,
  { task }: Asked,
  world: AssignmentWorld,
): WeighedDriver {
  const named = { driverId: driver.id, driverName: driver.name, eligible: true };
  const idle = driver.idleSince === null ? null : Math.round(secondsBetween(driver.idleSince, world.now));
  if (insertion === null) {
    const atLeastSeconds = Math.floor(atLeast);
    return { ...named, costSeconds: null, atLeastSeconds, idleSeconds: idle, rule: null, detail: null };
  }
  const { addedSeconds, cost } = insertion;
  const lateness = latenessOf(driver, task, insertion, world);
  const caused = lateness.with - lateness.before;
  return {
    ...named,
    costSeconds: Math.round(cost),
    addedDriveSeconds: Math.round(addedSeconds - 2 * world.travel.service),
    latenessCausedSeconds: Math.round(caused),
    reserveUsedSeconds: Math.round((cost - addedSeconds) / LATENESS_WEIGHT - caused),
    idleSeconds: idle,
    rule: null,
    detail: lateness.with >= 0.5 ? `${Math.round(lateness.with)} s late in all with this task` : null,
  };
}

export function shownExcluded({ driver, rule }: Excluded, asked: Asked): WeighedDriver {
  const figures = figuresOf(rule, asked, driver);
  return {
    driverId: driver.id,
    driverName: driver.name,
    eligible: false,
    costSeconds: null,
    rule,
    detail: wordsOf(rule, figures),
    figures,
  };
}

/** Rules checked later are nearer to fitting. */
export function rankOf(rule: Rule): number {
  return RULES.indexOf(rule);
}
