import { WaslError } from '../../../actors/errors.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { requireVersion } from '../../kernel/http/preconditions.ts';
import { ownDriverId, principalAs } from '../../kernel/http/principal.ts';
import { type PathDependencies, pathAlong } from './route-path.ts';
import { findRoute, listRoutes, presentRouteOf, type RouteRow } from './route-store.ts';

export function routeHandlers(
  deps: Dependencies & PathDependencies,
): Pick<
  Handlers,
  'getDriverRoute' | 'getDriverRoutePath' | 'listRoutes' | 'getRoute' | 'getRoutePath' | 'arrangeRouteStops'
> {
  const cursors = new Cursors(deps.secrets);
  const one = async (id: string) => required(await findRoute(deps.database, id));
  const own = async (caller: Parameters<typeof ownDriverId>[0]) =>
    required(await presentRouteOf(deps.database, ownDriverId(caller)));
  const path = async (route: RouteRow) => ({ status: 200, body: await pathAlong(deps, route) });
  return {
    getDriverRoute: async ({ caller }) => answer(await own(caller)),
    getDriverRoutePath: async ({ caller }) => path(await own(caller)),
    getRoutePath: async ({ params }) => path(await one(params.id)),
    getRoute: async ({ params }) => answer(await one(params.id)),
    async arrangeRouteStops(request) {
      const { params, body, ifMatch, caller } = request;
      const by = principalAs(caller, 'DISPATCHER', 'ADMIN');
      const route = await one(params.id);
      requireVersion(ifMatch, route.version);
      // The actor checks the version again, because another edit may come in between.
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
      return { ...answer(await one(params.id)), replayed: result.replayed };
    },
    async listRoutes({ query: { driverId, limit = DEFAULT_LIMIT, cursor } }) {
      const scope = `routes:${driverId ?? ''}`;
      const before = cursors.decode(scope, cursor)?.[0];
      const rows = await listRoutes(deps.database, {
        driverId,
        before: before === undefined ? null : String(before),
        limit: limit + 1,
      });
      return { status: 200, body: cursors.page(scope, rows, limit, ({ id }) => [id], renderRoute) };
    },
  };
}

function answer(route: RouteRow) {
  return { status: 200, body: renderRoute(route), etag: route.version };
}

/** Throws common.NOT_FOUND. */
function required(route: RouteRow | null): RouteRow {
  if (route === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such route.' });
  return route;
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
