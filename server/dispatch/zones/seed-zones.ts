import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import type { Transaction } from '../../../db/database.ts';
import { loadMunicipalZones } from '../../../db/seeds/load-municipal-zones.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { createZone, type NewZone } from './zone-service.ts';
import { lockSeeding, plantedSeeds } from './zone-store.ts';

type SeedDependencies = Pick<Dependencies, 'database' | 'ids' | 'clock' | 'actors'> & {
  serviceArea: ServiceArea;
};
type Seed = Pick<NewZone, 'name' | 'priority' | 'geometry'> & { seedKey: string };

const MUNICIPAL_PRIORITY = 10;

/**
 * The zones every installation has: one that covers the whole service area, so that no pickup lies in none, and above
 * it the municipalities. The former's priority is the lowest, any other zone comes before it. Each is made once, also
 * by several processes at once; what dispatchers edit or delete stays as they left it.
 */
export async function seedZones(deps: SeedDependencies): Promise<void> {
  const seeds = await seedsOf(deps.serviceArea);
  await inTransaction(deps.database, async (trx) => {
    await lockSeeding(trx);
    const planted = await plantedSeeds(trx);
    const missing = seeds.filter(({ seedKey }) => !planted.has(seedKey));
    for (const seed of missing) await plant(deps, trx, seed);
  });
}

async function seedsOf({ polygon }: ServiceArea): Promise<Seed[]> {
  const country = {
    seedKey: 'qatar',
    name: { en: 'Qatar', ar: 'قطر' },
    priority: 0,
    geometry: polygon.geometry,
  };
  const municipal = await loadMunicipalZones();
  const municipalities = municipal.map(({ key, name, geometry }) => ({
    ...{ name, geometry },
    seedKey: `municipality:${key}`,
    priority: MUNICIPAL_PRIORITY,
  }));
  return [country, ...municipalities];
}

function plant(deps: SeedDependencies, trx: Transaction, seed: Seed): Promise<void> {
  const origin = { requestId: 'seed-zones', ip: null, idempotency: null };
  const zone = { id: deps.ids.next(), active: true, ...seed };
  return createZone(deps, trx, origin, { accountId: null, role: 'SYSTEM' }, zone);
}
