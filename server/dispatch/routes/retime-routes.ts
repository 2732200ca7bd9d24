import { taskEtas } from '../../../actors/driver/eta.ts';
import { legsAlong, openStops } from '../../../actors/driver/legs.ts';
import { driverMachine } from '../../../actors/driver/machine.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { DriverPosition, DriverPresence } from '../../../actors/geo/presence-port.ts';
import { secondsBetween } from '../../../actors/planning/instants.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { TravelService } from '../travel/travel.ts';
import { movedBy } from './publish-etas.ts';
import { type DriverActorRow, driversUnderWay, readAnnounced } from './route-store.ts';

type RetimeDependencies = Pick<Dependencies, 'database' | 'clock' | 'settings' | 'actors' | 'log'> & {
  presence: DriverPresence;
  travel: TravelService;
};

/** Minimum seconds between two updates of a driver's arrivals, unless the route changes. */
export const MIN_RETIME_INTERVAL_S = 60;
/** Seconds after which a position no longer counts as the driver's. */
const FRESH_S = 60;
const BATCH_SIZE = 100;
/** Most drivers checked per run. The next run starts with the others. */
const MAX_DRIVERS = 2_000;

/**
 * Compares the positions of drivers with open stops with their routes, and recalculates routes whose arrivals moved by
 * more than the setting since the last update. Returns how many.
 */
export async function retimeRoutes(deps: RetimeDependencies): Promise<number> {
  let after = '00000000-0000-0000-0000-000000000000';
  let retimed = 0;
  for (let seen = 0; seen < MAX_DRIVERS; seen += BATCH_SIZE) {
    // Uses the actors' own states and functions, so the result equals what the actors would decide.
    const rows = await driversUnderWay(deps.database, after, BATCH_SIZE);
    retimed += await retimeBatch(deps, rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH_SIZE) break;
    after = last.key;
  }
  return retimed;
}

async function retimeBatch(deps: RetimeDependencies, rows: readonly DriverActorRow[]): Promise<number> {
  const now = deps.clock.now();
  const states = rows.map((row) => ({ row, state: driverMachine.upcast(row.state, row.schema) }));
  const due = states.filter(({ state }) => isDue(state, now.toISOString()));
  if (due.length === 0) return 0;
  const taskIds = due.flatMap(({ state }) => Object.keys(state.work));
  const [positions, told, { etaChangeSeconds }] = await Promise.all([
    deps.presence.positionOf(due.map(({ row }) => row.key)),
    readAnnounced(deps.database, taskIds),
    deps.settings.values(),
  ]);
  let retimed = 0;
  for (const { row, state } of due) {
    const position = positions.get(row.key);
    if (position === undefined || !isFresh(position)) continue;
    const plan = await timedFrom(deps.travel, state, position, now);
    const moved = [...taskEtas(plan).values()].some((eta) => {
      const said = told.get(eta.taskId);
      return said !== undefined && said.offer_id === eta.offerId && movedBy(said, eta, etaChangeSeconds);
    });
    if (moved && (await retime(deps, row, plan))) retimed += 1;
  }
  return retimed;
}

function isDue({ route }: DriverState, now: string): boolean {
  if (route === undefined || openStops(route).length === 0) return false;
  return secondsBetween(route.plannedAt, now) >= MIN_RETIME_INTERVAL_S;
}

/** Devices measure in real time, whatever the domain clock. */
function isFresh({ at }: DriverPosition): boolean {
  return Date.now() - Date.parse(at) <= FRESH_S * 1000;
}

/** The driver's state with arrivals recalculated from this position and time. */
async function timedFrom(
  travel: TravelService,
  state: DriverState,
  { latitude, longitude }: DriverPosition,
  now: Date,
): Promise<DriverState> {
  const { route } = state;
  if (route === undefined) return state;
  const origin = { latitude, longitude };
  const open = openStops(route);
  const legs = legsAlong(await travel.among([origin, ...open], now), origin, open);
  return { ...state, route: { ...route, origin, legs, plannedAt: now.toISOString() } };
}

async function retime(
  { actors, log }: RetimeDependencies,
  row: DriverActorRow,
  { route }: DriverState,
): Promise<boolean> {
  if (route?.origin === undefined || route.legs === undefined) return false;
  const { routeId, version: routeVersion, origin, legs } = route;
  const payload = { routeId, routeVersion, origin, legs };
  // Two workers that check concurrently produce the same command id; their results differ by a second at most.
  const id = deterministicId('retime', row.key, String(row.version));
  const cause = { effectId: id, correlationId: id, requestId: null };
  try {
    await actors.follow(cause, { kind: 'driver', key: row.key }, 'retime-route', payload);
    return true;
  } catch (error) {
    log.debug({ err: error, driverId: row.key }, 'the arrivals of a route could not be recalculated');
    return false;
  }
}
