import { WaslError } from '../../../actors/errors.ts';
import { boundsOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import { drawnCoarsely, reachesOver, type Uncovered, uncoveredBy } from '../../../actors/geo/uncovered.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { zonesReachingOver } from './zone-store.ts';

/** Most positions of the uncovered area in a refusal. */
const MAX_POSITIONS = 500;
/** Most zones checked: few zones reach across all of Qatar. */
const MAX_ZONES_CHECKED = 20;

export interface Coverage {
  active: boolean;
  geometry: AreaGeometry;
}

/**
 * Ensures that a single active zone covers the service area. Throws delivery.QATAR_UNCOVERED with the uncovered area if
 * `before` covers it and neither `after` (null: deleted) nor any other active zone does. The caller holds the zones
 * lock, unless it only previews.
 */
export async function requireCover(
  trx: Database | Transaction,
  area: ServiceArea,
  zoneId: string,
  before: Coverage,
  after: Coverage | null,
): Promise<void> {
  if (!covers(before, area)) return;
  const rest = after?.active === true ? uncoveredBy(after.geometry, area) : uncoveredBy(null, area);
  if (rest === null) return;
  const others = await zonesReachingOver(trx, boundsOf(area.polygon.geometry), zoneId, MAX_ZONES_CHECKED);
  const rests = [rest];
  for (const { geometry } of others) {
    const other = uncoveredBy(geometry, area);
    if (other === null) return;
    rests.push(other);
  }
  throw uncovered(rests.reduce((least, each) => (each.squareMetres < least.squareMetres ? each : least)));
}

function covers({ active, geometry }: Coverage, area: ServiceArea): boolean {
  return active && reachesOver(boundsOf(geometry), area) && uncoveredBy(geometry, area) === null;
}

/** What the zone that covers most of the service area leaves uncovered; null if one covers it all. */
export async function leastUncovered(
  executor: Database | Transaction,
  area: ServiceArea,
): Promise<Uncovered | null> {
  let least = uncoveredBy(null, area);
  const bounds = boundsOf(area.polygon.geometry);
  for (const { geometry } of await zonesReachingOver(executor, bounds, null, MAX_ZONES_CHECKED)) {
    const rest = uncoveredBy(geometry, area);
    if (rest === null) return null;
    if (least === null || rest.squareMetres < least.squareMetres) least = rest;
  }
  return least;
}

function uncovered({ geometry, squareMetres }: Uncovered): WaslError {
  return new WaslError('delivery.QATAR_UNCOVERED', {
    detail: 'One active zone must cover the whole service area. Give another zone that area first.',
    extension: {
      uncovered: drawnCoarsely(geometry, MAX_POSITIONS),
      uncoveredSquareMetres: Math.round(squareMetres),
    },
  });
}
