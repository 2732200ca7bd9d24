import type { PlanProblem, PlanTask, PlanVehicle, StopKind, StopNeeds } from './problem.ts';
import { afterBreak, toMoment, toWork, workClock } from './solver/work-clock.ts';

export interface Visit {
  taskId: string;
  kind: StopKind;
  /** When the vehicle arrives, and when service begins: later if it waits for a window or a break. Ticks. */
  arrival: number;
  begin: number;
  /** Ticks by which service begins after a hard or soft limit. */
  lateness: number;
}

/** Totals of a route. */
export interface RouteFigures {
  /** Ticks of driving, without waiting and service. */
  travelTime: number;
  travelCost: number;
  /** Ticks, over all stops and the end of the shift. */
  lateness: number;
  lateStops: number;
}

export interface Timetable {
  visits: Visit[];
  /** When the vehicle has finished, or is back where it must end. Ticks. */
  endsAt: number;
  figures: RouteFigures;
}

export interface StopName {
  taskId: string;
  kind: StopKind;
}

/** Times of a vehicle's stops in this order, driven as early as possible. */
export function timetable(
  { travel }: Pick<PlanProblem, 'travel'>,
  tasks: ReadonlyMap<string, PlanTask>,
  vehicle: PlanVehicle,
  stops: readonly StopName[],
): Timetable {
  const clock = workClock(vehicle.breaks);
  const figures: RouteFigures = { travelTime: 0, travelCost: 0, lateness: 0, lateStops: 0 };
  const setsOff = afterBreak(vehicle.breaks, vehicle.startAt);
  let place = vehicle.start;
  let work = toWork(clock, vehicle.startAt);
  const drive = (to: number) => {
    const leg = place * travel.size + to;
    const time = travel.time[leg] ?? 0;
    work += time;
    figures.travelTime += time;
    figures.travelCost += travel.cost[leg] ?? 0;
    place = to;
  };
  const visits = stops.map(({ taskId, kind }): Visit => {
    const needs = needsOf(tasks.get(taskId), kind);
    drive(needs.place);
    const arrival = Math.max(setsOff, toMoment(clock, work));
    const begin = arrival < needs.earliest ? afterBreak(vehicle.breaks, needs.earliest) : arrival;
    work = Math.max(work, toWork(clock, needs.earliest)) + needs.service;
    const lateness = needs.latest === null ? 0 : Math.max(0, begin - needs.latest.at);
    figures.lateness += lateness;
    if (lateness > 0) figures.lateStops += 1;
    return { taskId, kind, arrival, begin, lateness };
  });
  if (vehicle.end !== null) drive(vehicle.end);
  const endsAt = Math.max(setsOff, toMoment(clock, work));
  if (vehicle.endBy !== null) figures.lateness += Math.max(0, endsAt - vehicle.endBy.at);
  return { visits, endsAt, figures };
}

function needsOf(task: PlanTask | undefined, kind: StopKind): StopNeeds {
  const needs = kind === 'PICKUP' ? task?.pickup : task?.dropoff;
  if (needs === null || needs === undefined) throw new RangeError(`a ${kind} that no task has`);
  return needs;
}
