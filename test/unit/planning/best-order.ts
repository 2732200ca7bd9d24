import type { PlanProblem, PlanVehicle } from '../../../actors/planning/problem.ts';
import type { StopName } from '../../../actors/planning/timetable.ts';
import { drive } from './drive.ts';

/** What a route is judged by: travel, and lateness by its price; Infinity where it breaks a rule. */
export function costOf(
  problem: PlanProblem,
  vehicle: PlanVehicle,
  stops: readonly StopName[],
  latenessCost: number,
): number {
  const { travel, lateness, broken } = drive(problem, vehicle, stops);
  return broken.length > 0 ? Number.POSITIVE_INFINITY : travel + latenessCost * lateness;
}

/** Every stop that has not been made yet. */
export function stopsToMake({ tasks }: PlanProblem): StopName[] {
  return tasks.flatMap(({ id, pickup }) => [
    ...(pickup === null ? [] : [{ taskId: id, kind: 'PICKUP' as const }]),
    { taskId: id, kind: 'DROPOFF' as const },
  ]);
}

/** The lowest cost of all sequences, by driving every one of them. */
export function lowestByEnumeration(problem: PlanProblem, latenessCost: number): number {
  const vehicle = problem.vehicles[0]!;
  let lowest = Number.POSITIVE_INFINITY;
  const extend = (route: StopName[], left: StopName[]) => {
    if (left.length === 0) lowest = Math.min(lowest, costOf(problem, vehicle, route, latenessCost));
    for (const stop of left) {
      const waits = left.some(({ taskId, kind }) => taskId === stop.taskId && kind === 'PICKUP');
      if (stop.kind === 'DROPOFF' && waits) continue;
      extend(
        [...route, stop],
        left.filter((other) => other !== stop),
      );
    }
  };
  extend([], stopsToMake(problem));
  return lowest;
}

interface State {
  now: number;
  cost: number;
}

/**
 * The lowest cost by dynamic programming from the end: the remaining cost for every set of stops made, last stop and
 * moment, without merging moments. For vehicles without breaks and loads of one dimension.
 */
export function lowestByProgramming(problem: PlanProblem, latenessCost: number): number {
  const vehicle = problem.vehicles[0]!;
  const stops = stopsToMake(problem).map(({ taskId, kind }) => {
    const task = problem.tasks.find(({ id }) => id === taskId)!;
    const needs = kind === 'PICKUP' ? task.pickup! : task.dropoff;
    const sign = kind === 'PICKUP' ? 1 : -1;
    const first = stopsToMake(problem).findIndex(
      (other) => other.taskId === taskId && other.kind === 'PICKUP',
    );
    return { needs, load: sign * task.load[0]!, needed: kind === 'DROPOFF' && first >= 0 ? 1 << first : 0 };
  });
  const carried = problem.tasks.reduce((sum, task) => sum + (task.carriedBy === null ? 0 : task.load[0]!), 0);
  const { size, time, cost } = problem.travel;
  const all = (1 << stops.length) - 1;
  const known = new Map<number, number>();

  const late = (now: number, limit: { at: number; hard: boolean } | null) => {
    if (limit === null || now <= limit.at) return 0;
    return limit.hard ? Number.POSITIVE_INFINITY : latenessCost * (now - limit.at);
  };
  const enter = (place: number, leave: number, index: number): State => {
    const { needs } = stops[index]!;
    const now = Math.max(needs.earliest, leave + time[place * size + needs.place]!);
    return { now, cost: cost[place * size + needs.place]! + late(now, needs.latest) };
  };
  const toCome = (made: number, place: number, leave: number, last: number, load: number): number => {
    if (made === all) {
      const way = vehicle.end === null ? -1 : place * size + vehicle.end;
      const ends = leave + (way < 0 ? 0 : time[way]!);
      return (way < 0 ? 0 : cost[way]!) + late(ends, vehicle.endBy);
    }
    const key = (leave * (stops.length + 1) + last) * (all + 1) + made;
    const before = known.get(key);
    if (before !== undefined) return before;
    let lowest = Number.POSITIVE_INFINITY;
    stops.forEach((stop, index) => {
      const bit = 1 << index;
      if ((made & bit) !== 0 || (made & stop.needed) !== stop.needed) return;
      if (stop.load > 0 && load + stop.load > vehicle.capacity[0]!) return;
      const reached = enter(place, leave, index);
      if (reached.cost >= lowest) return;
      const onward = reached.now + stop.needs.service;
      const rest = toCome(made | bit, stop.needs.place, onward, index, load + stop.load);
      lowest = Math.min(lowest, reached.cost + rest);
    });
    known.set(key, lowest);
    return lowest;
  };
  return toCome(0, vehicle.start, vehicle.startAt, stops.length, carried);
}
