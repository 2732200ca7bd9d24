import { type InsertionResult, insertStops } from '../planning/insertion.ts';
import { dueOffset, offsetsOf } from '../planning/timeline.ts';
import {
  type AssignmentDriver,
  type AssignmentStop,
  type AssignmentWorld,
  dropoffOf,
  originOf,
  pickupOf,
  type WaitingTask,
} from './world.ts';

/** Total seconds by which the stops of a route are late against what was promised, ignoring the planning reserve. */
export interface Lateness {
  before: number;
  with: number;
}

/** How the insertion changes the route's lateness. Computed only for the few drivers who are shown. */
export function latenessOf(
  driver: AssignmentDriver,
  task: WaitingTask,
  { pickupIndex, dropoffIndex }: InsertionResult,
  world: AssignmentWorld,
): Lateness {
  const { stops } = driver;
  const stop = { dueBy: task.dueBy, locked: false, done: false };
  const added = [
    { ...pickupOf(task), ...stop },
    { ...dropoffOf(task), ...stop },
  ] as const;
  return {
    before: late(driver, stops, world),
    with: late(driver, insertStops(stops, added, pickupIndex, dropoffIndex), world),
  };
}

function late(
  driver: AssignmentDriver,
  stops: readonly AssignmentStop[],
  { now, travel }: AssignmentWorld,
): number {
  const open = stops.filter(({ done }) => !done);
  const start = { origin: originOf(driver), startAt: now, travel };
  const offsets = offsetsOf(start, open);
  const last = offsets.at(-1);
  // An empty route is not late, even after the end of the shift.
  if (last === undefined) return 0;
  const overtime = Math.max(0, last - dueOffset(start, driver.shiftEnd));
  return open.reduce(
    (sum, { dueBy }, index) => sum + Math.max(0, (offsets[index] ?? 0) - dueOffset(start, dueBy)),
    overtime,
  );
}
