import { openStops } from '../../actors/driver/legs.ts';
import { plusSeconds } from '../../actors/planning/instants.ts';
import type { Plan } from '../../actors/planning/plan-report.ts';
import type { PlanTask, PlanVehicle } from '../../actors/planning/problem.ts';
import type { components } from '../http/api-types.ts';
import { beyondLimits, heldBeside } from './hard-limits.ts';
import { jobTravel } from './job-travel.ts';
import { readDrivers, readWindows } from './live-state.ts';
import {
  acceptedTasks,
  doorNeeds,
  type LiveDriver,
  originOf,
  Places,
  pickupNeeds,
  stopIdsOf,
  vehicleOf,
} from './live-vehicle.ts';
import { COST_OF_MOVE, LATENESS_COST, metresAlong } from './plan-figures.ts';
import type { PlanningDependencies } from './rebuild-route.ts';
import { allowedDrivers, type FreeTask, readFreeTasks } from './zone-tasks.ts';

export type ZonePreview = components['schemas']['ZonePlan'];

/** What applying a plan does; each step names what it was made from. */
export interface ZoneSteps {
  routes: { driverId: string; routeId: string; version: number; order: string[] }[];
  tasks: { taskId: string; round: number; driverId: string; offeredTo: string | null }[];
}

/** Above this a plan is made in parts, from west to east, each with its share of the drivers and of the time. */
const MOST_TASKS = 1_000;
const MOST_DRIVERS = 300;
/** Parts of the time: for the first search, and for those that put right what went beyond a driver's limits. */
const SEARCHES = [0.6, 0.25, 0.15];

interface Part {
  drivers: LiveDriver[];
  tasks: FreeTask[];
}

/** The zone's waiting and not yet accepted tasks over all drivers allowed, as things stand. Changes nothing. */
export async function previewZone(
  deps: PlanningDependencies,
  zoneId: string,
  planId: string,
  { seconds, maxMovedStops }: { seconds: number; maxMovedStops: number | null },
): Promise<{ preview: ZonePreview; steps: ZoneSteps }> {
  const now = deps.clock.now();
  const names = await onDuty(deps);
  const [tasks, drivers] = await Promise.all([
    readFreeTasks(deps.database, zoneId, now),
    readDrivers(deps, [...names.keys()]),
  ]);
  const parts = partsOf(drivers, tasks);
  const made: ReturnType<typeof render>[] = [];
  for (const part of parts) {
    const budget = (1_000 * seconds) / parts.length;
    made.push(await planPart(deps, part, { budget, maxMovedStops, now, names }));
  }
  return joined(planId, zoneId, now.toISOString(), made);
}

/** Who may be given something: on duty and not out of reach. */
async function onDuty({ database, presence }: PlanningDependencies): Promise<Map<string, string>> {
  const rows = await database('drivers')
    .where({ status: 'APPROVED', duty: 'ON_DUTY' })
    .orderBy('id')
    .limit(MOST_DRIVERS)
    .select<{ id: string; full_name: string }[]>('id', 'full_name');
  const states = await presence.stateOf(rows.map(({ id }) => id));
  return new Map(
    rows.filter(({ id }) => states.get(id) !== 'OFFLINE').map(({ id, full_name }) => [id, full_name]),
  );
}

function partsOf(drivers: readonly LiveDriver[], tasks: readonly FreeTask[]): Part[] {
  const count = Math.max(1, Math.ceil(tasks.length / MOST_TASKS));
  const west = (driver: LiveDriver) => originOf(driver)?.longitude ?? 0;
  const byPlace = drivers.toSorted((left, right) => west(left) - west(right));
  const fromWest = tasks.toSorted((left, right) => left.pickup.longitude - right.pickup.longitude);
  const share = <T>(all: readonly T[], part: number) =>
    all.slice(Math.floor((part * all.length) / count), Math.floor(((part + 1) * all.length) / count));
  return Array.from({ length: count }, (_, part) => ({
    drivers: share(byPlace, part),
    tasks: share(fromWest, part),
  }));
}

interface Terms {
  budget: number;
  maxMovedStops: number | null;
  now: Date;
  names: ReadonlyMap<string, string>;
}

async function planPart(deps: PlanningDependencies, part: Part, terms: Terms) {
  const at = terms.now.toISOString();
  const { drivers, tasks } = part;
  const places = new Places();
  const [windows, zones] = await Promise.all([
    readWindows(
      deps.database,
      drivers.map(({ state }) => state),
    ),
    deps.zones.map(),
  ]);
  const idle = tasks[0]?.pickup;
  // A driver whose place nobody knows is taken to begin where the work is.
  const placed = drivers.map((driver) =>
    originOf(driver) === null && idle !== undefined ? { ...driver, position: idle } : driver,
  );
  const vehicles = placed.flatMap((driver): PlanVehicle | never[] => vehicleOf(driver, places, at) ?? []);
  const accepted = placed.flatMap((driver) => acceptedTasks(driver, places, at, windows));
  const known = vehicles.map(({ id }) => id);
  const allowed = await allowedDrivers(
    tasks,
    placed.map(({ state }) => state).filter(({ driverId }) => known.includes(driverId)),
    zones,
  );
  const wanted = tasks.map(
    (task): PlanTask => ({
      id: task.id,
      pickup: pickupNeeds(places.of(task.pickup)),
      dropoff: doorNeeds(places.of(task.dropoff), at, task.dueBy),
      load: [task.items],
      priority: 1,
      allowed: allowed.get(task.id) ?? [],
      carriedBy: null,
    }),
  );
  const travel = await jobTravel(deps, places.points, terms.now);
  const solve = (planned: PlanTask[], budget: number, maxMoved: number | null) =>
    deps.plans.run({
      kind: 'ZONE',
      size: places.points.length,
      travel,
      problem: { vehicles, tasks: planned },
      options: { seed: 1, latenessCost: LATENESS_COST, changeCost: COST_OF_MOVE, maxMoved },
      budget: Math.max(1, budget),
    });
  const before = await solve(accepted, 1, 0);
  const plan = await within(part, wanted, (free, share) =>
    solve([...accepted, ...free], terms.budget * share, terms.maxMovedStops),
  );
  return render(part, plan, before, at, terms.names);
}

/** Searches until nobody has more than they may: first by taking such pairs out, in the end by leaving tasks out. */
async function within(
  { drivers, tasks }: Part,
  wanted: PlanTask[],
  search: (free: PlanTask[], share: number) => Promise<Plan>,
): Promise<Plan> {
  const free = new Map(tasks.map((task) => [task.id, task]));
  const planned = new Set(free.keys());
  const held = new Map(drivers.map(({ state }) => [state.driverId, heldBeside(state, planned)]));
  let asked = wanted;
  for (const [round, share] of SEARCHES.entries()) {
    const plan = await search(asked, share);
    const beyond = new Set(
      beyondLimits(plan, free, held).map(({ taskId, driverId }) => `${taskId}@${driverId}`),
    );
    if (beyond.size === 0) return plan;
    const kept = new Map(
      plan.routes.flatMap(({ vehicleId, stops }) => stops.map((stop) => [stop.taskId, vehicleId])),
    );
    const last = round >= SEARCHES.length - 2;
    asked = asked.map((task) => {
      const driverId = kept.get(task.id);
      if (driverId === undefined) return last ? { ...task, allowed: [] } : task;
      const over = beyond.has(`${task.id}@${driverId}`);
      if (last) return { ...task, allowed: over ? [] : [driverId] };
      return over ? { ...task, allowed: (task.allowed ?? []).filter((id) => id !== driverId) } : task;
    });
  }
  return search(asked, 0.1);
}

function render(part: Part, plan: Plan, before: Plan, at: string, names: ReadonlyMap<string, string>) {
  const free = new Map(part.tasks.map((task) => [task.id, task]));
  const former = new Map(before.routes.map((route) => [route.vehicleId, route]));
  const live = new Map(part.drivers.map((driver) => [driver.state.driverId, driver]));
  const placeOf = (driver: LiveDriver, taskId: string, kind: string) => {
    const task = free.get(taskId);
    if (task !== undefined) return kind === 'PICKUP' ? task.pickup : task.dropoff;
    const stops = driver.state.route === undefined ? [] : openStops(driver.state.route);
    return stops.find((stop) => stop.taskId === taskId && (stop.kind === 'PICKUP') === (kind === 'PICKUP'));
  };
  const drivers: ZonePreview['drivers'] = [];
  const steps: ZoneSteps = { routes: [], tasks: [] };
  for (const { vehicleId, stops, figures } of plan.routes) {
    const driver = live.get(vehicleId);
    const route = driver?.state.route;
    if (driver === undefined || route === undefined) continue;
    const origin = originOf(driver);
    const metres = (along: readonly { taskId: string; kind: string }[]) => {
      const places = along.flatMap(({ taskId, kind }) => placeOf(driver, taskId, kind) ?? []);
      return origin === null ? 0 : metresAlong(origin, places);
    };
    const ids = stopIdsOf(driver.state);
    const order = stops.flatMap(({ taskId, kind }) => ids.get(`${taskId}:${kind}`) ?? []);
    const present = [...ids.values()];
    if (order.some((stopId, index) => stopId !== present[index])) {
      steps.routes.push({ driverId: vehicleId, routeId: route.routeId, version: route.version, order });
    }
    const own = stops.filter(({ taskId, kind }) => kind === 'PICKUP' && free.has(taskId));
    for (const { taskId } of own) {
      const task = free.get(taskId);
      if (task === undefined) continue;
      steps.tasks.push({ taskId, round: task.round, driverId: vehicleId, offeredTo: task.offeredTo });
    }
    const earlier = former.get(vehicleId);
    drivers.push({
      driverId: vehicleId,
      driverName: names.get(vehicleId) ?? '',
      before: shown(earlier?.figures ?? NOTHING, metres(earlier?.stops ?? [])),
      after: shown(figures, metres(stops)),
      newTasks: own.map(({ taskId }) => taskId),
      stops: stops.map(({ taskId, kind, arrival, lateness, change }) => ({
        ...{ taskId, kind, moved: change === 'MOVED', added: change === 'NEW' },
        arrival: plusSeconds(at, arrival),
        latenessSeconds: lateness,
      })),
    });
  }
  return { drivers, steps, plan, waiting: part.tasks.length, unassigned: plan.unassigned };
}

const NOTHING = { travelTime: 0, lateness: 0, lateStops: 0 };

function shown(figures: { travelTime: number; lateness: number; lateStops: number }, metres: number) {
  return {
    travelSeconds: figures.travelTime,
    distanceMetres: Math.round(metres),
    latenessSeconds: figures.lateness,
    lateStops: figures.lateStops,
  };
}

function joined(
  planId: string,
  zoneId: string,
  createdAt: string,
  made: readonly ReturnType<typeof render>[],
) {
  const drivers = made.flatMap((part) => part.drivers);
  const movedStops = made.reduce((sum, { plan }) => sum + plan.movedStops, 0);
  const total = (when: 'before' | 'after') =>
    drivers.reduce(
      (sum, driver) => ({
        travelSeconds: sum.travelSeconds + driver[when].travelSeconds,
        distanceMetres: sum.distanceMetres + driver[when].distanceMetres,
        latenessSeconds: sum.latenessSeconds + driver[when].latenessSeconds,
        lateStops: sum.lateStops + driver[when].lateStops,
      }),
      shown(NOTHING, 0),
    );
  const preview: ZonePreview = {
    planId,
    zoneId,
    createdAt,
    tasks: made.reduce((sum, { waiting }) => sum + waiting, 0),
    before: total('before'),
    after: total('after'),
    movedStops,
    costOfChangeSeconds: movedStops * COST_OF_MOVE,
    drivers,
    unassigned: made.flatMap(({ unassigned }) => unassigned),
    results: null,
  };
  const steps = {
    routes: made.flatMap((part) => part.steps.routes),
    tasks: made.flatMap((part) => part.steps.tasks),
  };
  return { preview, steps };
}
