import { type Bounds, contains } from './area.ts';
import type { AreaGeometry, Place } from './service-area.ts';

/** One active delivery zone. */
export interface MappedZone {
  id: string;
  /** The higher one wins where zones overlap. */
  priority: number;
  squareMetres: number;
  bounds: Bounds;
  geometry: AreaGeometry;
}

/** The active delivery zones: which one a task waits in, and whether a driver's zones cover a place. */
export class ZoneMap {
  /** In the order in which a place takes its home. */
  readonly #zones: readonly MappedZone[];
  readonly #byId: ReadonlyMap<string, MappedZone>;

  constructor(zones: readonly MappedZone[]) {
    this.#zones = [...zones].sort(homeOrder);
    this.#byId = new Map(zones.map((zone) => [zone.id, zone]));
  }

  /** The zone with the highest priority that contains the place; among equals the smaller one, then by id. */
  homeOf(place: Place): string | null {
    return this.#zones.find(({ geometry, bounds }) => contains(geometry, bounds, place))?.id ?? null;
  }

  /** Whether every place lies inside the union of these zones. Zones that are not active cover nothing. */
  cover(zoneIds: readonly string[], places: readonly Place[]): boolean {
    const zones = zoneIds.flatMap((id) => this.#byId.get(id) ?? []);
    return places.every((place) => zones.some(({ geometry, bounds }) => contains(geometry, bounds, place)));
  }
}

function homeOrder(left: MappedZone, right: MappedZone): number {
  if (left.priority !== right.priority) return right.priority - left.priority;
  if (left.squareMetres !== right.squareMetres) return left.squareMetres - right.squareMetres;
  return left.id < right.id ? -1 : 1;
}
