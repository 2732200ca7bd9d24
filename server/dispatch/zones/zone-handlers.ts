import { WaslError } from '../../../actors/errors.ts';
import { boundsOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import { geometryViolations } from '../../../actors/geo/zone-geometry.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, OperationRequest } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { principalAs } from '../../kernel/http/principal.ts';
import { assignedOutside, type OutsideTask } from './outside-tasks.ts';
import { renderWarnings, renderZone } from './render-zone.ts';
import { emitZoneChange } from './zone-changed.ts';
import type { ZoneDirectory } from './zone-directory.ts';
import { previewZone } from './zone-preview.ts';
import {
  changesOf,
  createZone,
  type EditedZone,
  editZone,
  noSuchZone,
  undoEdit,
  type ZoneChange,
} from './zone-service.ts';
import { findZone, listZones, type Zone } from './zone-store.ts';

type ZoneDependencies = Dependencies & { zones: ZoneDirectory; serviceArea: ServiceArea };
type ZoneOperation =
  | 'listZones'
  | 'createZone'
  | 'getZone'
  | 'updateZone'
  | 'deleteZone'
  | 'previewZone'
  | 'undoZoneEdit';
type Editing = OperationRequest<'updateZone' | 'deleteZone' | 'undoZoneEdit'>;

/**
 * Degrees, about a hundred kilometres: outlines may exceed the service area generously, but a point beyond this is a
 * mistake.
 */
const MAX_OUTSIDE_DEGREES = 1;

export function zoneHandlers(deps: ZoneDependencies): Pick<Handlers, ZoneOperation> {
  const cursors = new Cursors(deps.secrets);
  return {
    async listZones({ query: { limit = DEFAULT_LIMIT, cursor } }) {
      const position = cursors.decode('zones', cursor);
      const before = position === null ? null : String(position[0]);
      const zones = await listZones(deps.database, before, limit + 1);
      const body = cursors.page('zones', zones, limit, ({ id }) => [id], renderZone);
      return { status: 200, body };
    },
    async getZone({ params: { id } }) {
      const zone = await readZone(deps.database, id);
      return { status: 200, body: renderZone(zone), etag: zone.version };
    },
    createZone: (request) => add(deps, request),
    async updateZone(request) {
      const { geometry, ...others } = request.body;
      if (geometry !== undefined) refuseViolations(deps.serviceArea, geometry);
      const change: ZoneChange = { ...others, ...(geometry === undefined ? {} : { geometry }) };
      const { id, ifMatch } = namedIn(request);
      const { zone, ...warnings } = await edit(deps, request, (trx) =>
        editZone(deps, trx, { id, ifMatch, change }),
      );
      return { status: 200, body: { zone: renderZone(zone), ...warnings }, etag: zone.version };
    },
    async deleteZone(request) {
      const { id, ifMatch } = namedIn(request);
      const { zone, ...warnings } = await edit(deps, request, (trx) =>
        editZone(deps, trx, { id, ifMatch, change: null }),
      );
      return { status: 200, body: { ...warnings, version: zone.version }, etag: zone.version };
    },
    async previewZone({ body }) {
      refuseViolations(deps.serviceArea, body.geometry);
      return { status: 200, body: await previewZone(deps, body) };
    },
    async undoZoneEdit(request) {
      const { zone, ...warnings } = await edit(deps, request, (trx) => undoEdit(deps, trx, namedIn(request)));
      return { status: 200, body: { zone: renderZone(zone), ...warnings }, etag: zone.version };
    },
  };
}

async function add(deps: ZoneDependencies, request: OperationRequest<'createZone'>) {
  const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
  const { name, priority, active } = request.body;
  const geometry: AreaGeometry = request.body.geometry;
  refuseViolations(deps.serviceArea, geometry);
  const { reference, replayed } = await inTransaction(deps.database, (trx) =>
    idempotently(trx, request.idempotency, async () => {
      const id = deps.ids.next();
      const zone = { id, seedKey: null, name, priority, active, geometry };
      await createZone(deps, trx, request, by, zone);
      await emitZoneChange(trx, await readZone(trx, id), request.requestId);
      await audit(trx, request, id, { before: null, after: { name, priority, active } });
      return { status: 201, reference: { id } };
    }),
  );
  const zone = await readZone(deps.database, reference.id ?? '');
  return { status: 201, body: renderZone(zone), etag: zone.version, replayed };
}

/** The response includes warnings about tasks this edit affects. Later effects run without being awaited. */
async function edit(deps: ZoneDependencies, request: Editing, change: (trx: Written) => Promise<EditedZone>) {
  const { id } = namedIn(request);
  const { requestId } = request;
  const before = await deps.zones.map();
  const edited = await inTransaction(deps.database, async (trx) => {
    const done = await change(trx);
    if (done.after.version === done.before.version) return done;
    await emitZoneChange(trx, done.after, requestId);
    await audit(trx, request, id, changesOf(done));
    return done;
  });
  const outside: OutsideTask[] = [];
  const scope = { zoneId: id, before };
  for await (const task of assignedOutside(deps.database, await deps.zones.map(), scope)) outside.push(task);
  return { zone: edited.after, ...renderWarnings(outside) };
}

function namedIn({ params, ifMatch }: Editing) {
  const { id } = params as { id: string };
  return { id, ifMatch };
}

type Written = Parameters<typeof recordAudit>[0];

async function audit(
  trx: Written,
  { caller, operationId, requestId, ip }: OperationRequest<'createZone'> | Editing,
  subjectId: string,
  change: { before: JsonObject | null; after: JsonObject },
): Promise<void> {
  await recordAudit(trx, {
    by: caller,
    action: operationId,
    subjectType: 'ZONE',
    subjectId,
    ...{ requestId, ip },
    ...change,
  });
}

async function readZone(executor: Database | Written, id: string): Promise<Zone> {
  const zone = await findZone(executor, id);
  if (zone === null) throw noSuchZone();
  return zone;
}

function refuseViolations({ polygon }: ServiceArea, geometry: AreaGeometry): void {
  const { west, south, east, north } = boundsOf(polygon.geometry);
  const within = {
    ...{ west: west - MAX_OUTSIDE_DEGREES, south: south - MAX_OUTSIDE_DEGREES },
    ...{ east: east + MAX_OUTSIDE_DEGREES, north: north + MAX_OUTSIDE_DEGREES },
  };
  const errors = geometryViolations(geometry, within).map(({ pointer, ...fault }) => ({
    ...fault,
    pointer: `/geometry${pointer}`,
  }));
  if (errors.length === 0) return;
  throw new WaslError('delivery.ZONE_INVALID', {
    detail: `The geometry ${errors[0]?.message ?? 'is not an area'}.`,
    errors,
  });
}
