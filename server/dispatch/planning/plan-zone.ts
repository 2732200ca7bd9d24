import { openStops } from '../../../actors/driver/legs.ts';
import { plusSeconds } from '../../../actors/planning/instants.ts';
import type { Plan } from '../../../actors/planning/plan-report.ts';
import type { PlanTask, PlanVehicle } from '../../../actors/planning/problem.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { beyondLimits, heldBesidesPlan } from './hard-limits.ts';
import { jobTravel } from './job-travel.ts';
import { readDrivers, readWindows } from './live-state.ts';
import { countOnDuty, readOnDuty } from './live-store.ts';
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
import { LATENESS_COST, MOVE_COST_S, metresAlong } from './plan-figures.ts';
import type { PlanningDependencies } from './rebuild-route.ts';
import { partsOf, type ZonePart } from './zone-parts.ts';
import { allowedDrivers, readFreeTasks } from './zone-tasks.ts';

export type ZonePreview = components['schemas']['ZonePlan'];

/** The steps of a plan; each names the versions it was made from. */
export interface ZoneSteps {
  routes: { driverId: string; routeId: string; version: number; order: string[] }[];
  tasks: { taskId: string; round: number; driverId: string; offeredTo: string | null }[];
}

/** Most drivers considered for one plan; the number beyond that is reported. */
const MAX_ON_DUTY = 2_000;
/** States read before yielding to the event loop. */
const STATES_PER_SLICE = 200;
/** Shares of the search time: for the first search, and for repeats that repair exceeded limits. */
const SEARCH_SHARES = [0.6, 0.25, 0.15];

/** Plans the zone's unaccepted tasks over all drivers allowed for them, from the present state. Changes nothing. */
export async function previewZone(
  deps: PlanningDependencies,
  zoneId: string,
  planId: string,
  { sender, seconds, maxMovedStops }: { sender: string; seconds: number; maxMovedStops: number | null },
): Promise<{ preview: ZonePreview; steps: ZoneSteps }> {
  const now = deps.clock.now();
  const { names, beyond } = await onDuty(deps);
  const [found, drivers] = await Promise.all([
    readFreeTasks(deps.database, zoneId, now),
    readInParts(deps, [...names.keys()]),
  ]);
  const { parts, driversLeftOut } = partsOf(drivers, found.tasks);
  const made: ReturnType<typeof render>[] = [];
  for (const part of parts) {
    const budget = (1_000 * seconds) / parts.length;
    made.push(await planPart(deps, part, { sender, budget, maxMovedStops, now, names }));
  }
  const leftOut = { tasks: found.leftOut, drivers: driversLeftOut + beyond };
  return joined({ planId, zoneId, createdAt: now.toISOString(), leftOut }, made);
}

async function readInParts(deps: PlanningDependencies, ids: readonly string[]): Promise<LiveDriver[]> {
  const drivers: LiveDriver[] = [];
  for (let from = 0; from < ids.length; from += STATES_PER_SLICE) {
    drivers.push(...(await readDrivers(deps, ids.slice(from, from + STATES_PER_SLICE))));
  }
  return drivers;
}

/**
 * Drivers who may be given tasks: on duty and not offline. `beyond`: drivers over the limit that were not considered.
 */
async function onDuty({ database, presence }: PlanningDependencies) {
  const rows = await readOnDuty(database, MAX_ON_DUTY);
  const counted = rows.length < MAX_ON_DUTY ? rows.length : await countOnDuty(database);
  const states = await presence.stateOf(rows.map(({ id }) => id));
  const names = new Map(
    rows.filter(({ id }) => states.get(id) !== 'OFFLINE').map(({ id, full_name }) => [id, full_name]),
  );
  return { names, beyond: counted - rows.length };
}

interface Terms {
  /** The account that asks. */
  sender: string;
  budget: number;
  maxMovedStops: number | null;
  now: Date;
  names: ReadonlyMap<string, string>;
}

async function planPart(deps: PlanningDependencies, part: ZonePart, terms: Terms) {
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
  // A driver with unknown position is assumed to start where the tasks are.
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
    deps.plans.runFor(terms.sender, {
      kind: 'ZONE',
      size: places.points.length,
      travel,
      problem: { vehicles, tasks: planned },
      options: { seed: 1, latenessCost: LATENESS_COST, changeCost: MOVE_COST_S, maxMoved },
      budget: Math.max(1, budget),
    });
  const before = await solve(accepted, 1, 0);
  const plan = await searchWithinLimits(part, wanted, (free, share) =>
    solve([...accepted, ...free], terms.budget * share, terms.maxMovedStops),
  );
  return render(part, plan, before, at, terms.names);
}

/**
 * Searches again until no driver exceeds a limit: first by forbidding those pairs of task and driver, finally by
 * leaving tasks out.
 */
async function searchWithinLimits(
  { drivers, tasks }: ZonePart,
  wanted: PlanTask[],
  search: (free: PlanTask[], share: number) => Promise<Plan>,
): Promise<Plan> {
  const free = new Map(tasks.map((task) => [task.id, task]));
  const planned = new Set(free.keys());
  const held = new Map(drivers.map(({ state }) => [state.driverId, heldBesidesPlan(state, planned)]));
  let asked = wanted;
  for (const [round, share] of SEARCH_SHARES.entries()) {
    const plan = await search(asked, share);
    const beyond = new Set(
      beyondLimits(plan, free, held).map(({ taskId, driverId }) => `${taskId}@${driverId}`),
    );
    if (beyond.size === 0) return plan;
    const kept = new Map(
      plan.routes.flatMap(({ vehicleId, stops }) => stops.map((stop) => [stop.taskId, vehicleId])),
    );
    const last = round >= SEARCH_SHARES.length - 2;
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

function render(part: ZonePart, plan: Plan, before: Plan, at: string, names: ReadonlyMap<string, string>) {
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
  about: Pick<ZonePreview, 'planId' | 'zoneId' | 'createdAt' | 'leftOut'>,
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
    ...about,
    tasks: made.reduce((sum, { waiting }) => sum + waiting, 0),
    before: total('before'),
    after: total('after'),
    movedStops,
    costOfChangeSeconds: movedStops * MOVE_COST_S,
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
