import { boundsOf, squareMetresOf } from '../../actors/geo/area.ts';
import type { AreaGeometry } from '../../actors/geo/service-area.ts';
import type { Principal } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import { zoneCreated } from '../../actors/zone/events.ts';
import type { Transaction } from '../../db/database.ts';
import { DeliveryZone } from '../../db/models/delivery-zone.ts';
import type { Origin } from '../actors/actor-gateway.ts';
import type { Dependencies } from '../dependencies.ts';

export interface NewZone {
  id: string;
  seedKey: string | null;
  name: { en: string; ar: string };
  priority: number;
  active: boolean;
  geometry: AreaGeometry;
}

/** A zone's row and its actor, in one transaction. Publish the commit once that has committed. */
export async function createZone(
  deps: Pick<Dependencies, 'actors' | 'clock'>,
  trx: Transaction,
  origin: Origin,
  by: Principal,
  zone: NewZone,
): Promise<Commit> {
  const bounds = boundsOf(zone.geometry);
  await DeliveryZone.query(trx).insert({
    id: zone.id,
    seedKey: zone.seedKey,
    nameEn: zone.name.en,
    nameAr: zone.name.ar,
    priority: zone.priority,
    active: zone.active,
    geometry: zone.geometry,
    areaM2: squareMetresOf(zone.geometry),
    minLng: bounds.west,
    minLat: bounds.south,
    maxLng: bounds.east,
    maxLat: bounds.north,
  });
  const at = deps.clock.now().toISOString();
  const event = zoneCreated({ at, zoneId: zone.id, name: zone.name, active: zone.active });
  return deps.actors.birth(trx, origin, by, { kind: 'zone', key: zone.id }, event);
}
