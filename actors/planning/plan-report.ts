import { type Change, changesOf, countMoved } from './moved-stops.ts';
import type { PlanProblem, PlanVehicle } from './problem.ts';
import { type RouteFigures, type StopName, type Timetable, timetable, type Visit } from './timetable.ts';

/** Routes for all vehicles, and how they differ from the present ones. */
export interface Plan {
  routes: PlannedRoute[];
  /** Ids of the tasks that did not fit. */
  unassigned: string[];
  before: PlanFigures;
  after: PlanFigures;
  /** Stops that change vehicle, or their order among those that stay; new stops do not count. */
  movedStops: number;
  iterations: number;
}

export interface PlannedRoute {
  vehicleId: string;
  stops: PlannedVisit[];
  /** Ticks. */
  endsAt: number;
  figures: RouteFigures;
}

export interface PlannedVisit extends Visit {
  change: Change;
}

export interface PlanFigures extends RouteFigures {
  unassigned: number;
}

/** The routes with their times, compared with the present routes of the problem. */
export function report(problem: PlanProblem, routes: readonly StopName[][], iterations: number): Plan {
  const { vehicles } = problem;
  const before = vehicles.map(({ stops }) => stops);
  const changes = changesOf(vehicles, routes);
  const tables = drive(problem, routes);
  return {
    routes: vehicles.map((vehicle, index) => plannedRoute(vehicle, tables[index], changes[index] ?? [])),
    unassigned: without(problem, routes),
    before: figuresOf(problem, drive(problem, before), before),
    after: figuresOf(problem, tables, routes),
    movedStops: countMoved(vehicles, changes),
    iterations,
  };
}

function drive(problem: PlanProblem, routes: readonly (readonly StopName[])[]): Timetable[] {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  return problem.vehicles.map((vehicle, index) => timetable(problem, tasks, vehicle, routes[index] ?? []));
}

function plannedRoute(
  { id }: PlanVehicle,
  table: Timetable | undefined,
  changes: readonly Change[],
): PlannedRoute {
  if (table === undefined) throw new RangeError(`no timetable for vehicle ${id}`);
  const { visits, endsAt, figures } = table;
  const stops = visits.map((visit, index) => ({ ...visit, change: changes[index] ?? 'NEW' }));
  return { vehicleId: id, stops, endsAt, figures };
}

function figuresOf(
  problem: PlanProblem,
  tables: readonly Timetable[],
  routes: readonly (readonly StopName[])[],
): PlanFigures {
  const total = { travelTime: 0, travelCost: 0, lateness: 0, lateStops: 0 };
  for (const { figures } of tables) {
    total.travelTime += figures.travelTime;
    total.travelCost += figures.travelCost;
    total.lateness += figures.lateness;
    total.lateStops += figures.lateStops;
  }
  return { ...total, unassigned: without(problem, routes).length };
}

function without({ tasks }: PlanProblem, routes: readonly (readonly StopName[])[]): string[] {
  const planned = new Set(routes.flatMap((stops) => stops.map(({ taskId }) => taskId)));
  return tasks.filter(({ id }) => !planned.has(id)).map(({ id }) => id);
}
