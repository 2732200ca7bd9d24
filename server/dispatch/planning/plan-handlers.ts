import { WaslError } from '../../../actors/errors.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { onceByKey } from '../../kernel/http/once-by-key.ts';
import type { Handlers, OperationRequest } from '../../kernel/http/operation.ts';
import { principalAs, signedIn } from '../../kernel/http/principal.ts';
import { applyZone } from './apply-zone.ts';
import { planCommand } from './plan-command.ts';
import {
  findPlan,
  findRoute,
  isActiveZone,
  noteApplied,
  type PlannedRoute,
  type StoredPlan,
  storePlan,
} from './plan-store.ts';
import { previewZone, type ZonePreview, type ZoneSteps } from './plan-zone.ts';
import {
  type PlanningDependencies,
  previewRoute,
  type RoutePreview,
  readRouteDriver,
} from './rebuild-route.ts';

type Request = OperationRequest<'rebuildRoute'>;

/** Operations: plan previews, which change nothing, and their application. */
export function planHandlers(deps: PlanningDependencies): Pick<Handlers, 'rebuildRoute' | 'planZone'> {
  return {
    planZone: (request) => planZone(deps, request),
    async rebuildRoute(request) {
      const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
      const route = await requireRoute(deps.database, request.params.id);
      const { mode } = request.body;
      const work = async () => {
        const planId =
          mode === 'PREVIEW' ? await preview(deps, request, route) : await apply(deps, request, by, route);
        return { status: 200, reference: { planId } };
      };
      const { reference, replayed } = await onceByKey(deps.database, request.idempotency, work);
      const plan = await planOf(deps.database, reference.planId, 'ROUTE', route.id);
      return { status: 200, body: plan.preview as RoutePreview, replayed };
    },
  };
}

type ZoneRequest = OperationRequest<'planZone'>;

/** Default planning time in seconds. */
const DEFAULT_ZONE_SECONDS = 5;

async function planZone(deps: PlanningDependencies, request: ZoneRequest) {
  const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
  const { accountId } = signedIn(request.caller);
  const { id } = request.params;
  const { mode, planId, seconds = DEFAULT_ZONE_SECONDS, maxMovedStops = null } = request.body;
  if (!(await isActiveZone(deps.database, id)))
    throw new WaslError('common.NOT_FOUND', { detail: 'No such active zone.' });
  const work = async () => {
    if (mode === 'APPLY')
      return { status: 200, reference: { planId: await applyPlan(deps, request, by, id, planId) } };
    const fresh = deps.ids.next();
    const { preview: shown, steps } = await previewZone(deps, id, fresh, {
      sender: accountId,
      seconds,
      maxMovedStops,
    });
    await storePlan(deps.database, {
      ...{ id: fresh, kind: 'ZONE', subject_id: id, created_by: accountId },
      ...{ created_at: deps.clock.now(), steps, preview: shown },
    });
    return { status: 200, reference: { planId: fresh } };
  };
  const { reference, replayed } = await onceByKey(deps.database, request.idempotency, work);
  const plan = await planOf(deps.database, reference.planId, 'ZONE', id);
  const body = { ...(plan.preview as ZonePreview), results: plan.applied as ZonePreview['results'] };
  return { status: 200, body, replayed };
}

async function applyPlan(
  deps: PlanningDependencies,
  request: ZoneRequest,
  by: Principal,
  zoneId: string,
  planId: string | undefined,
): Promise<string> {
  if (planId === undefined) throw planIdMissing();
  const plan = await planOf(deps.database, planId, 'ZONE', zoneId);
  const results = await applyZone(deps, request, planId, by, plan.steps as ZoneSteps);
  await noteApplied(deps.database, planId, results);
  return planId;
}

function planIdMissing(): WaslError {
  const errors = [
    { pointer: '/planId', code: 'required', message: 'must be the id of the preview to apply' },
  ];
  return new WaslError('common.VALIDATION_FAILED', { errors });
}

async function requireRoute(database: Database, id: string): Promise<PlannedRoute> {
  const route = await findRoute(database, id);
  if (route === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such route.' });
  return route;
}

async function preview(
  deps: PlanningDependencies,
  { body, caller }: Request,
  route: PlannedRoute,
): Promise<string> {
  const driver = await readRouteDriver(deps, route.driver_id, route.id);
  if (driver === null) {
    const extension = { currentState: 'CLOSED', allowedCommands: [] };
    throw new WaslError('delivery.INVALID_STATE', { detail: 'The shift of this route is over.', extension });
  }
  const version = driver.state.route?.version ?? 0;
  if (version !== body.expectedVersion) throw changed(version);
  const planId = deps.ids.next();
  const { accountId } = signedIn(caller);
  const shown = await previewRoute(deps, driver, planId, {
    sender: accountId,
    maxMovedStops: body.maxMovedStops ?? null,
  });
  await storePlan(deps.database, {
    ...{ id: planId, kind: 'ROUTE', subject_id: route.id },
    created_by: accountId,
    created_at: deps.clock.now(),
    steps: { version, order: shown.stops.map(({ stopId }) => stopId) },
    preview: shown,
  });
  return planId;
}

interface RouteSteps {
  version: number;
  order: string[];
}

/**
 * Applies exactly the preview. The actor checks the version again, because it may have changed since it was read here.
 */
async function apply(
  deps: PlanningDependencies,
  request: Request,
  by: Principal,
  route: PlannedRoute,
): Promise<string> {
  const { planId, expectedVersion } = request.body;
  if (planId === undefined) throw planIdMissing();
  const plan = await planOf(deps.database, planId, 'ROUTE', route.id);
  if (plan.applied !== null) return planId;
  const { version, order } = plan.steps as RouteSteps;
  if (version !== expectedVersion) throw changed(route.version);
  const payload = { routeId: route.id, expectedRouteVersion: version, order };
  const ref = { kind: 'driver', key: route.driver_id } as const;
  await planCommand(deps.actors, request, planId, by, ref, 'replan-route', payload);
  await noteApplied(deps.database, planId, { at: deps.clock.now().toISOString() });
  return planId;
}

/** Throws common.NOT_FOUND if there is no such preview of this subject or it has expired. */
async function planOf(
  database: Database,
  planId: string | undefined,
  kind: StoredPlan['kind'],
  subjectId: string,
): Promise<StoredPlan> {
  const plan = planId === undefined ? null : await findPlan(database, planId, kind, subjectId);
  if (plan === null) {
    throw new WaslError('common.NOT_FOUND', { detail: 'No such plan. Previews are kept for a day.' });
  }
  return plan;
}

function changed(currentVersion: number): WaslError {
  return new WaslError('common.PRECONDITION_FAILED', {
    detail: 'This route has changed since the preview: preview it again.',
    extension: { currentVersion },
  });
}
