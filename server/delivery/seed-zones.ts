import type { ServiceArea } from '../../actors/geo/service-area.ts';
import { DeliveryZone } from '../../db/models/delivery-zone.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../dependencies.ts';
import { createZone } from './zone-service.ts';

const SEED_KEY = 'qatar';

/**
 * The zone every installation has: one that covers the whole service area, so that no pickup lies in none.
 * Its priority is the lowest, any other zone comes before it. Harmless to repeat, also by several processes at once.
 */
export async function seedZones(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'actors'> & { serviceArea: ServiceArea },
): Promise<void> {
  const commit = await inTransaction(deps.database, async (trx) => {
    await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`seed-zone:${SEED_KEY}`]);
    const known = await DeliveryZone.query(trx).findOne({ seed_key: SEED_KEY }).select('id');
    if (known !== undefined) return null;
    const zone = {
      id: deps.ids.next(),
      seedKey: SEED_KEY,
      name: { en: 'Qatar', ar: 'قطر' },
      priority: 0,
      active: true,
      geometry: deps.serviceArea.polygon.geometry,
    };
    const origin = { requestId: 'seed-zones', idempotency: null };
    return createZone(deps, trx, origin, { accountId: null, role: 'SYSTEM' }, zone);
  });
  if (commit !== null) await deps.actors.publish(commit);
}
