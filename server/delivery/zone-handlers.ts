import { WaslError } from '../../actors/errors.ts';
import type { AreaGeometry } from '../../actors/geo/service-area.ts';
import { geometryFaults } from '../../actors/geo/zone-geometry.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import { DeliveryZone } from '../../db/models/delivery-zone.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../admin/audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { idempotently } from '../http/idempotency.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { principalAs } from '../http/principal.ts';
import { renderZone } from './render-zone.ts';
import { createZone } from './zone-service.ts';

export function zoneHandlers(deps: Dependencies): Pick<Handlers, 'listZones' | 'createZone'> {
  const cursors = new Cursors(deps.secrets);
  return {
    async listZones({ query: { limit = DEFAULT_LIMIT, cursor } }) {
      const position = cursors.decode('zones', cursor);
      const query = DeliveryZone.query(deps.database)
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (position !== null) query.where('id', '<', String(position[0]));
      const body = cursors.page('zones', await query, limit, ({ id }) => [id], renderZone);
      return { status: 200, body };
    },
    async createZone(request) {
      const by = principalAs(request.caller, 'DISPATCHER', 'ADMIN');
      const { name, priority, active } = request.body;
      const geometry: AreaGeometry = request.body.geometry;
      refuseFaults(geometry);
      const born: { commit: Commit | null } = { commit: null };
      const { reference, replayed } = await inTransaction(deps.database, (trx) => {
        // A transaction that is tried again must not leave the first try's commit behind.
        born.commit = null;
        return idempotently(trx, request.idempotency, async () => {
          const id = deps.ids.next();
          born.commit = await createZone(deps, trx, request, by, {
            id,
            seedKey: null,
            name,
            priority,
            active,
            geometry,
          });
          const { caller, requestId } = request;
          const data = { name, priority, active };
          await recordAudit(trx, {
            by: caller,
            action: 'createZone',
            subjectType: 'ZONE',
            subjectId: id,
            requestId,
            data,
          });
          return { status: 201, reference: { id } };
        });
      });
      if (born.commit !== null) await deps.actors.publish(born.commit);
      const zone = await DeliveryZone.query(deps.database).findById(reference.id ?? '');
      if (zone === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such zone.' });
      return { status: 201, body: renderZone(zone), etag: zone.version, replayed };
    },
  };
}

function refuseFaults(geometry: AreaGeometry): void {
  const errors = geometryFaults(geometry).map(({ pointer, code, message }) => ({
    pointer: `/geometry${pointer}`,
    code,
    message,
  }));
  if (errors.length === 0) return;
  throw new WaslError('delivery.ZONE_INVALID', {
    detail: `The geometry ${errors[0]?.message ?? 'is no area'}.`,
    errors,
  });
}
