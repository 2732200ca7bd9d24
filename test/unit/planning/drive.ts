import type { PlanProblem, PlanTask, PlanVehicle } from '../../../actors/planning/problem.ts';
import type { TimeSpan } from '../../../actors/planning/solver/work-clock.ts';
import type { StopName } from '../../../actors/planning/timetable.ts';

export interface Driven {
  travel: number;
  lateness: number;
  /** The rules that the route breaks, in words. */
  broken: string[];
}

/** Drives a route on the wall clock, tick by tick through breaks: shares nothing with the solver. */
export function drive(problem: PlanProblem, vehicle: PlanVehicle, stops: readonly StopName[]): Driven {
  const { travel } = problem;
  const byId = new Map(problem.tasks.map((task) => [task.id, task]));
  const driven: Driven = { travel: 0, lateness: 0, broken: [] };
  const load = vehicle.capacity.map((_, dim) =>
    problem.tasks.reduce((sum, task) => sum + (task.carriedBy === vehicle.id ? (task.load[dim] ?? 0) : 0), 0),
  );
  const onBoard = new Set(
    problem.tasks.filter(({ carriedBy }) => carriedBy === vehicle.id).map(({ id }) => id),
  );
  let place = vehicle.start;
  let now = vehicle.startAt;
  const go = (to: number) => {
    driven.travel += travel.cost[place * travel.size + to]!;
    now = work(vehicle.breaks, now, travel.time[place * travel.size + to]!);
    place = to;
  };
  for (const { taskId, kind } of stops) {
    const task = byId.get(taskId)!;
    const needs = kind === 'PICKUP' ? task.pickup! : task.dropoff;
    go(needs.place);
    if (now < needs.earliest) now = resume(vehicle.breaks, needs.earliest);
    if (needs.latest !== null && now > needs.latest.at) {
      if (needs.latest.hard) driven.broken.push(`${kind} of ${taskId} too late`);
      driven.lateness += now - needs.latest.at;
    }
    now = work(vehicle.breaks, now, needs.service);
    if (kind === 'PICKUP') onBoard.add(taskId);
    else if (!onBoard.delete(taskId)) driven.broken.push(`${taskId} dropped before its pickup`);
    carry(task, kind === 'PICKUP' ? 1 : -1, load, vehicle, driven);
  }
  if (vehicle.end !== null) go(vehicle.end);
  if (vehicle.endBy !== null && now > vehicle.endBy.at) {
    if (vehicle.endBy.hard) driven.broken.push('shift over');
    driven.lateness += now - vehicle.endBy.at;
  }
  if (onBoard.size > 0) driven.broken.push(`${[...onBoard]} still on board`);
  return driven;
}

function carry(task: PlanTask, sign: number, load: number[], vehicle: PlanVehicle, { broken }: Driven): void {
  task.load.forEach((amount, dim) => {
    load[dim] = (load[dim] ?? 0) + sign * amount;
    if (sign > 0 && load[dim]! > (vehicle.capacity[dim] ?? Number.POSITIVE_INFINITY))
      broken.push(`too much on board with ${task.id}`);
  });
}

/** The moment at which this many ticks have been worked. */
function work(breaks: readonly TimeSpan[], from: number, ticks: number): number {
  let now = from;
  for (let left = ticks; left > 0; left -= 1) now = resume(breaks, now) + 1;
  return now;
}

function resume(breaks: readonly TimeSpan[], moment: number): number {
  for (const { from, to } of breaks) if (moment >= from && moment < to) return to;
  return moment;
}
