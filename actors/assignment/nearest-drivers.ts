import type { TravelTimes } from '../planning/travel-times.ts';
import { type PlacedTask, squaredDistance } from './route-bound.ts';
import type { AssignmentDriver } from './world.ts';

/** Most drivers compared for one task: a bound of the cost takes nine times as long as a distance. */
export const MAX_COMPARED_DRIVERS = 2_000;

/**
 * Those of the drivers who are nearest to the pickup, or will come nearest on their present route, in the order given.
 * All of them up to MAX_COMPARED_DRIVERS.
 */
export function nearestDrivers(
  drivers: readonly AssignmentDriver[],
  task: PlacedTask,
  travel: TravelTimes,
): readonly AssignmentDriver[] {
  if (drivers.length <= MAX_COMPARED_DRIVERS) return drivers;
  const distances = Float64Array.from(drivers, (driver) => squaredDistance(driver, task, travel));
  const limit = distances.slice().sort()[MAX_COMPARED_DRIVERS - 1] as number;
  const nearer = distances.filter((distance) => distance < limit).length;
  // Drivers at the same place may share the last distance.
  let room = MAX_COMPARED_DRIVERS - nearer;
  return drivers.filter((_, index) => {
    const distance = distances[index] as number;
    return distance < limit || (distance === limit && room-- > 0);
  });
}
