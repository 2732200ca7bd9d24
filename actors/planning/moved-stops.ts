import type { PlanVehicle } from './problem.ts';
import type { StopName } from './timetable.ts';

/** A stop of a new route, compared with the present routes. */
export type Change = 'NEW' | 'KEPT' | 'MOVED';

/**
 * The change of every stop, by route. MOVED: it comes from another vehicle, or it is out of order among the stops that
 * stayed; the smallest possible set counts as moved.
 */
export function changesOf(
  vehicles: readonly PlanVehicle[],
  routes: readonly (readonly StopName[])[],
): Change[][] {
  const home = new Map<string, { vehicle: number; rank: number }>();
  vehicles.forEach(({ stops }, vehicle) => {
    stops.forEach((stop, rank) => {
      home.set(nameOf(stop), { vehicle, rank });
    });
  });
  return routes.map((stops, vehicle) => {
    const homes = stops.map((stop) => home.get(nameOf(stop)));
    const here = homes.flatMap((each, place) => (each?.vehicle === vehicle ? [{ ...each, place }] : []));
    const kept = new Set(stayInOrder(here.map(({ rank }) => rank)).map((index) => here[index]?.place));
    return homes.map((each, place) => (each === undefined ? 'NEW' : kept.has(place) ? 'KEPT' : 'MOVED'));
  });
}

/** How many planned stops changed vehicle or order, or are in no route any more. */
export function countMoved(vehicles: readonly PlanVehicle[], changes: readonly Change[][]): number {
  const planned = vehicles.reduce((sum, { stops }) => sum + stops.length, 0);
  return planned - changes.flat().filter((change) => change === 'KEPT').length;
}

function nameOf({ taskId, kind }: StopName): string {
  return `${taskId}:${kind}`;
}

/** Indices of a longest increasing subsequence. */
function stayInOrder(ranks: readonly number[]): number[] {
  // ends[k]: index of the lowest rank that ends a subsequence of length k + 1; before[i]: the predecessor of i in it.
  const ends: number[] = [];
  const before: number[] = [];
  ranks.forEach((rank, index) => {
    let length = ends.length;
    while (length > 0 && (ranks[ends[length - 1] ?? 0] ?? 0) >= rank) length -= 1;
    before[index] = length > 0 ? (ends[length - 1] ?? -1) : -1;
    ends[length] = index;
  });
  const run: number[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.push(index);
  return run.reverse();
}
