import { WaslError } from '../../../actors/errors.ts';
import type { Database } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { ownDriverId, principalAs } from '../../kernel/http/principal.ts';
import type { RouteStopRow } from '../assignment/assignment.ts';

/** A route with what its answer shows. */
export interface RouteRow {
  id: string;
  driver_id: string;
  driver_name: string;
  shift_id: string;
  version: number;
  stops: RouteStopRow[];
}

interface RouteFilter {
  id?: string | undefined;
  driverId?: string | undefined;
  /** Only routes of shifts that are not over. */
  present?: boolean;
  /** Only routes with a stop that is not done. */
  ahead?: boolean;
}

/** As many drivers as a board shows. */
const MOST_PRESENT = 5_000;

export function routeHandlers(
  deps: Dependencies,
): Pick<Handlers, 'getDriverRoute' | 'listRoutes' | 'getRoute' | 'arrangeRouteStops'> {
  const cursors = new Cursors(deps.secrets);
  const one = async (filter: RouteFilter) => {
    const route = await readRoute(deps.database, filter);
    return { status: 200, body: renderRoute(route), etag: route.version };
  };
  return {
    getDriverRoute: ({ caller }) => one({ driverId: ownDriverId(caller), present: true }),
    getRoute: ({ params }) => one({ id: params.id }),
    async arrangeRouteStops(request) {
      const { params, body, ifMatch, caller } = request;
      const by = principalAs(caller, 'DISPATCHER', 'ADMIN');
      const route = await readRoute(deps.database, { id: params.id });
      requireVersion(ifMatch, route.version);
      // The actor compares again: another edit may come in between.
      const result = await deps.actors.command(
        request,
        by,
        { kind: 'driver', key: route.driver_id },
        'arrange-stops',
        {
          routeId: route.id,
          expectedRouteVersion: route.version,
          stops: body.stops.map(({ stopId, locked = false }) => ({ stopId, locked })),
        },
      );
      return { ...(await one({ id: params.id })), replayed: result.replayed };
    },
    async listRoutes({ query: { driverId, limit = DEFAULT_LIMIT, cursor } }) {
      const scope = `routes:${driverId ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const position = before === undefined ? null : String(before);
      const rows = await readRoutes(deps.database, { driverId }, position, limit + 1);
      return { status: 200, body: cursors.page(scope, rows, limit, ({ id }) => [id], renderRoute) };
    },
  };
}

/** Throws common.NOT_FOUND. */
async function readRoute(database: Database, filter: RouteFilter): Promise<RouteRow> {
  const [route] = await readRoutes(database, filter, null, 1);
  if (route === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such route.' });
  return route;
}

/** Routes of shifts that are not over and still have something ahead. */
export function readPresentRoutes(database: Database): Promise<RouteRow[]> {
  return readRoutes(database, { present: true, ahead: true }, null, MOST_PRESENT);
}

async function readRoutes(
  database: Database,
  filter: RouteFilter,
  before: string | null,
  limit: number,
): Promise<RouteRow[]> {
  const query = database('routes as r')
    .join('drivers as d', 'd.id', 'r.driver_id')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .select<RouteRow[]>(
      'r.id',
      'r.driver_id',
      'd.full_name as driver_name',
      'r.shift_id',
      'r.version',
      'r.stops',
    );
  if (filter.id !== undefined) query.where('r.id', filter.id);
  if (filter.driverId !== undefined) query.where('r.driver_id', filter.driverId);
  if (filter.present === true) query.whereRaw('r.shift_id = d.shift_id');
  if (filter.ahead === true) query.whereRaw(`r.stops @> '[{"done": false}]'`);
  if (before !== null) query.where('r.id', '<', before);
  return query;
}

export function renderRoute(route: RouteRow): components['schemas']['Route'] {
  return {
    id: route.id,
    driverId: route.driver_id,
    driverName: route.driver_name,
    shiftId: route.shift_id,
    version: route.version,
    stops: route.stops.map((stop, sequence) => ({
      stopId: stop.stopId,
      taskId: stop.taskId,
      kind: stop.kind,
      sequence,
      location: { latitude: stop.latitude, longitude: stop.longitude },
      eta: stop.eta,
      ...(stop.notBefore == null ? {} : { notBefore: stop.notBefore }),
      arrivedAt: stop.arrivedAt,
      locked: stop.locked,
      done: stop.done,
    })),
  };
}
