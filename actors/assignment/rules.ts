import { MAX_TASKS } from '../driver/state.ts';
import { add, compare, subtract } from '../money/money.ts';
import { hasPassed } from '../planning/instants.ts';
import {
  type AssignmentDriver,
  type AssignmentWorld,
  dropoffOf,
  pickupOf,
  type WaitingTask,
} from './world.ts';

/** In the order in which they are checked: the first broken rule is the one reported. */
export const RULES = [
  'NOT_APPROVED',
  'NOT_ON_DUTY',
  'OFFLINE',
  'OUTSIDE_ZONES',
  'CAPACITY',
  'CASH_LIMIT',
  'DECLINED',
  'TIMED_OUT',
  'REFUSED',
] as const;
export type Rule = (typeof RULES)[number];

/** Rules a dispatcher may overrule: the driver actor does not check them when it reserves. */
const OVERRULED_BY_HAND: ReadonlySet<Rule> = new Set(['OFFLINE', 'DECLINED', 'TIMED_OUT', 'REFUSED']);

/** Whether a dispatcher may assign the task in spite of this rule. */
export function mayOverrule(rule: Rule): boolean {
  return OVERRULED_BY_HAND.has(rule);
}

/** A task with everything that is compared with each driver, computed once. */
export interface Asked {
  task: WaitingTask;
  /** Ids of the zones that contain each of its two stops. */
  atPickup: ReadonlySet<string>;
  atDropoff: ReadonlySet<string>;
  now: string;
}

export function askedOf(task: WaitingTask, { zones, now }: Pick<AssignmentWorld, 'zones' | 'now'>): Asked {
  const atPickup = new Set(zones.zonesAt(pickupOf(task)));
  const atDropoff = new Set(zones.zonesAt(dropoffOf(task)));
  return { task, atPickup, atDropoff, now };
}

/** The first rule that excludes the driver from the task, or null. */
export function brokenRule(asked: Asked, driver: AssignmentDriver): Rule | null {
  if (!driver.approved) return 'NOT_APPROVED';
  if (driver.duty !== 'ON_DUTY') return 'NOT_ON_DUTY';
  if (driver.presence === 'OFFLINE') return 'OFFLINE';
  if (!covers(driver, asked.atPickup) || !covers(driver, asked.atDropoff)) return 'OUTSIDE_ZONES';
  const { items, cod } = asked.task;
  if (driver.activeTasks >= MAX_TASKS || driver.itemsAssigned + items > driver.capacity) return 'CAPACITY';
  if (compare(cashRoom(driver), cod) < 0) return 'CASH_LIMIT';
  return brokenHistory(asked, driver.id);
}

export function covers({ zoneIds }: AssignmentDriver, zones: ReadonlySet<string>): boolean {
  for (const id of zoneIds) if (zones.has(id)) return true;
  return false;
}

const rooms = new WeakMap<AssignmentDriver, string>();

/** Cash that may still be collected before the limit is exceeded; negative when it is exceeded already. */
export function cashRoom(driver: AssignmentDriver): string {
  const known = rooms.get(driver);
  if (known !== undefined) return known;
  const room = subtract(driver.cashLimit ?? '0.00', cashHeld(driver));
  rooms.set(driver, room);
  return room;
}

export function cashHeld({ cashOnHand, codAssigned }: AssignmentDriver): string {
  return add(cashOnHand, codAssigned);
}

function brokenHistory({ task, now }: Asked, driverId: string): Rule | null {
  for (const { driverId: excluded, until } of task.excluded) {
    if (excluded !== driverId) continue;
    if (until === null) return 'DECLINED';
    if (!hasPassed(until, now)) return 'TIMED_OUT';
  }
  return task.refused.includes(driverId) ? 'REFUSED' : null;
}
