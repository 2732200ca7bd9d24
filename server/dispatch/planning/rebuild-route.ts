import { openStops } from '../../../actors/driver/legs.ts';
import type { DriverPresence } from '../../../actors/geo/presence-port.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { PlanProblem, PlanVehicle } from '../../../actors/planning/problem.ts';
import { timetable } from '../../../actors/planning/timetable.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Travel } from '../travel/travel.ts';
import type { ZoneDirectory } from '../zones/zones.ts';
import { jobTravel } from './job-travel.ts';
import { readDrivers, readWindows } from './live-state.ts';
import { acceptedTasks, type LiveDriver, originOf, Places, stopIdsOf, vehicleOf } from './live-vehicle.ts';
import { figuresOf, LATENESS_COST, MOVE_COST_S, metresAlong } from './plan-figures.ts';
import type { PlanPool } from './plan-pool.ts';

export type PlanningDependencies = Dependencies &
  Travel & { zones: ZoneDirectory; presence: DriverPresence; plans: PlanPool };

export type RoutePreview = components['schemas']['RoutePlan'];

/** Milliseconds. Routes of up to 8 tasks are solved exactly well before that. */
const BUDGET_MS = 1_000;

/** The driver of the route, from the actor's state; null if that route's shift is over. */
export async function readRouteDriver(
  deps: PlanningDependencies,
  driverId: string,
  routeId: string,
): Promise<LiveDriver | null> {
  const [driver] = await readDrivers(deps, [driverId]);
  return driver?.state.route?.routeId === routeId ? driver : null;
}

/** The best sequence of the open stops found by planning, next to the current one. Changes nothing. */
export async function previewRoute(
  deps: PlanningDependencies,
  driver: LiveDriver,
  planId: string,
  { sender, maxMovedStops }: { sender: string; maxMovedStops: number | null },
): Promise<RoutePreview> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const places = new Places();
  const vehicle = vehicleOf(driver, places, at);
  const tasks = acceptedTasks(driver, places, at, await readWindows(deps.database, [driver.state]));
  if (vehicle === null || vehicle.stops.length === 0) return render(driver, planId, at, null, null);
  const travel = await jobTravel(deps, places.points, now);
  const problem = { vehicles: [vehicle], tasks };
  const plan = await deps.plans.runFor(sender, {
    kind: 'ROUTE',
    size: places.points.length,
    travel,
    problem,
    options: { seed: 1, latenessCost: LATENESS_COST, changeCost: 0, maxMoved: maxMovedStops },
    budget: BUDGET_MS,
  });
  const seconds = 'seconds' in travel ? travel.seconds : new Int32Array(places.points.length ** 2);
  const matrix = { size: places.points.length, time: seconds, cost: seconds };
  return render(driver, planId, at, plan, before({ ...problem, travel: matrix }, vehicle));
}

/** Arrival at each stop in the current sequence, by the planner's name for it. */
function before(problem: PlanProblem, vehicle: PlanVehicle): Map<string, number> {
  const tasks = new Map(problem.tasks.map((task) => [task.id, task]));
  const { visits } = timetable(problem, tasks, vehicle, vehicle.stops);
  return new Map(visits.map(({ taskId, kind, arrival }) => [`${taskId}:${kind}`, arrival]));
}

function render(
  driver: LiveDriver,
  planId: string,
  at: string,
  plan: Plan | null,
  arrivals: ReadonlyMap<string, number> | null,
): RoutePreview {
  const { state } = driver;
  const { route } = state;
  if (route === undefined) throw new Error('the driver has no route');
  const open = openStops(route);
  const ids = stopIdsOf(state);
  const stops = new Map(open.map((stop) => [`${stop.taskId}:${stop.kind}`, stop]));
  const planned = (plan?.routes[0]?.stops ?? []).flatMap((visit) => {
    const name = `${visit.taskId}:${visit.kind}`;
    const stopId = ids.get(name);
    const stop = stopId === undefined ? undefined : stops.get(stopId);
    return stop === undefined || stopId === undefined ? [] : { visit, name, stopId, stop };
  });
  const origin = originOf(driver);
  const metres = (along: typeof open) => (origin === null ? 0 : metresAlong(origin, along));
  const nothing = { travelTime: 0, lateness: 0, lateStops: 0 };
  const movedStops = plan?.movedStops ?? 0;
  return {
    planId,
    routeId: route.routeId,
    driverId: state.driverId,
    basedOnVersion: route.version,
    createdAt: at,
    before: figuresOf(plan?.before ?? nothing, metres(open)),
    after: figuresOf(plan?.after ?? nothing, metres(planned.map(({ stop }) => stop))),
    movedStops,
    costOfChangeSeconds: movedStops * MOVE_COST_S,
    stops: planned.map(({ visit, name, stopId, stop }) => ({
      stopId,
      taskId: visit.taskId,
      kind: stop.kind,
      locked: stop.locked === true,
      moved: visit.change !== 'KEPT',
      arrivalBefore: plusSeconds(at, arrivals?.get(name) ?? 0),
      arrivalAfter: plusSeconds(at, visit.arrival),
      latenessSeconds: visit.lateness,
    })),
  };
}
