import { add } from '../money/money.ts';
import { type InsertionResult, insertStops } from '../planning/insertion.ts';
import type { Point } from '../planning/point.ts';
import {
  type AssignmentDriver,
  type AssignmentStop,
  dropoffOf,
  pickupOf,
  type WaitingTask,
} from './world.ts';

/** The driver with the task in the route, as if it had been accepted. */
export function takeOn(
  driver: AssignmentDriver,
  task: WaitingTask,
  { pickupIndex, dropoffIndex }: Pick<InsertionResult, 'pickupIndex' | 'dropoffIndex'>,
): AssignmentDriver {
  const stop = { dueBy: task.dueBy, locked: false, done: false };
  const added = [
    { ...pickupOf(task), ...stop },
    { ...dropoffOf(task), ...stop },
  ] as const;
  return { ...laden(driver, task), stops: insertStops(driver.stops, added, pickupIndex, dropoffIndex) };
}

/** The driver as the rules see one who has taken the task; its place in the route is left open. */
export function laden(driver: AssignmentDriver, task: Pick<WaitingTask, 'items' | 'cod'>): AssignmentDriver {
  return {
    ...driver,
    itemsAssigned: driver.itemsAssigned + task.items,
    activeTasks: driver.activeTasks + 1,
    codAssigned: add(driver.codAssigned, task.cod),
    idleSince: null,
  };
}

/** Two stops of a task whose place in the route has not been chosen yet. */
export function tentative(pickup: Point, dropoff: Point): AssignmentStop[] {
  const stop = { dueBy: null, locked: false, done: false };
  return [pickup, dropoff].map(({ latitude, longitude }) => ({ latitude, longitude, ...stop }));
}
