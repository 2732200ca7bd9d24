import { WaslError } from '../../../actors/errors.ts';
import { boundsOf } from '../../../actors/geo/area.ts';
import type { AreaGeometry, ServiceArea } from '../../../actors/geo/service-area.ts';
import { drawnCoarsely, reachesOver, type Uncovered, uncoveredBy } from '../../../actors/geo/uncovered.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { zonesReachingOver } from './zone-store.ts';

/** Positions of the uncovered area in a refusal. */
const MOST_POSITIONS = 500;
/** Zones that reach over all of Qatar are few; more of them are not looked at. */
const MOST_LOOKED_AT = 20;

export interface Coverage {
  active: boolean;
  geometry: AreaGeometry;
}

/**
 * One single active zone covers the service area at all times. Throws delivery.QATAR_UNCOVERED, with the area that
 * would be left out, when `before` does so and neither `after` (null: deleted) nor any other active zone does.
 * The caller holds the lock on zones, or only asks.
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
  const others = await zonesReachingOver(trx, boundsOf(area.polygon.geometry), zoneId, MOST_LOOKED_AT);
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

/** What the zone that covers most of the service area leaves out of it; null when one covers it all. */
export async function leastUncovered(
  executor: Database | Transaction,
  area: ServiceArea,
): Promise<Uncovered | null> {
  let least = uncoveredBy(null, area);
  const bounds = boundsOf(area.polygon.geometry);
  for (const { geometry } of await zonesReachingOver(executor, bounds, null, MOST_LOOKED_AT)) {
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
      uncovered: drawnCoarsely(geometry, MOST_POSITIONS),
      uncoveredSquareMetres: Math.round(squareMetres),
    },
  });
}
