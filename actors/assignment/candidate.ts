import { type InsertionResult, insertTask, LATENESS_WEIGHT, RESERVE_SECONDS } from '../planning/insertion.ts';
import { secondsBetween } from '../planning/instants.ts';
import { latenessOf } from './lateness.ts';
import { nearestDrivers } from './nearest-drivers.ts';
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

/** A driver whom no rule excludes from the task. */
export interface Fitting {
  driver: AssignmentDriver;
  /** Lower bound of the cost, in seconds. */
  atLeast: number;
  /** The exact cost; null until it is computed. */
  insertion: InsertionResult | null;
}

export interface Excluded {
  driver: AssignmentDriver;
  rule: Rule;
}

/** All drivers considered for one task. */
export interface Field {
  asked: Asked;
  placed: PlacedTask;
  /** Sorted by lower bound, cheapest first. Of very many who fit, the nearest ones. */
  fitting: Fitting[];
  excluded: Excluded[];
}

/**
 * The cheap first stage of a choice, linear in the number of drivers: applies the rules and computes a lower bound for
 * each driver who fits and is near.
 */
export function fieldOf(task: WaitingTask, world: AssignmentWorld): Field {
  const asked = askedOf(task, world);
  const placed = placedTask(pickupOf(task), dropoffOf(task), task.dueBy, world.travel);
  const now = Date.parse(world.now);
  const fit: AssignmentDriver[] = [];
  const excluded: Excluded[] = [];
  for (const driver of world.drivers) {
    const rule = brokenRule(asked, driver);
    if (rule !== null) excluded.push({ driver, rule });
    else fit.push(driver);
  }
  const fitting = nearestDrivers(fit, placed, world.travel).map((driver): Fitting => {
    return { driver, atLeast: leastCost(driver, placed, now, world.travel), insertion: null };
  });
  fitting.sort((left, right) => left.atLeast - right.atLeast);
  return { asked, placed, fitting, excluded };
}

export function fitsSomebody(
  task: WaitingTask,
  drivers: readonly AssignmentDriver[],
  world: Pick<AssignmentWorld, 'zones' | 'now'>,
): boolean {
  const asked = askedOf(task, world);
  return drivers.some((driver) => brokenRule(asked, driver) === null);
}

/** The exact cost of adding the task to the driver's present route. */
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

/** One considered driver, as stored with the choice and shown in its explanation. */
export type WeighedDriver = {
  driverId: string;
  driverName: string;
  eligible: boolean;
  /**
   * Seconds the task adds to the route, including weighted lateness and used reserve. Null when the driver is excluded,
   * or when `atLeastSeconds` was enough to decide.
   */
  costSeconds: number | null;
  /** For a driver who fits but whose exact cost was not computed: a lower bound, which was already too high. */
  atLeastSeconds?: number;
  addedDriveSeconds?: number;
  latenessCausedSeconds?: number;
  /** Seconds of reserve that the task uses up: by how much all stops together move closer to being late. */
  reserveUsedSeconds?: number;
  /** Null while the driver has work. */
  idleSeconds?: number | null;
  rule: Rule | null;
  /** An English sentence, with the rule's numbers. */
  detail: string | null;
  /** For an excluded driver: the rule's numbers alone, for texts in other languages. */
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

/** Rules that are checked later rank higher: the driver came closer to fitting. */
export function rankOf(rule: Rule): number {
  return RULES.indexOf(rule);
}
