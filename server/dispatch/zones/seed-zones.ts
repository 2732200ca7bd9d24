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
 * Creates the zones every installation has: one covering the whole service area, so that every pickup has a zone, and
 * the municipalities. The former has the lowest priority, so any other zone takes precedence. Each is created once,
 * even by concurrent processes; zones that dispatchers edit or delete stay that way.
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
