import Flatbush from 'flatbush';
import type { Bounds } from './area.ts';
import { preparedArea } from './prepared-area.ts';
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

/** Places whose zones are remembered: a choice asks for the same two stops once per driver. */
const PLACES_KEPT = 256;

/**
 * The active delivery zones: which one a task waits in, and whether a driver's zones cover a place. What a question
 * costs depends on the zones whose bounds hold the place, not on how many there are.
 */
export class ZoneMap {
  /** In the order in which a place takes its home; the index names them by their rank here. */
  readonly #zones: readonly MappedZone[];
  /** Null without zones, which the index does not allow. */
  readonly #index: Flatbush | null;
  readonly #found = new Map<string, ReadonlySet<string>>();

  constructor(zones: readonly MappedZone[]) {
    this.#zones = [...zones].sort(homeOrder);
    this.#index = this.#zones.length === 0 ? null : indexOf(this.#zones);
  }

  get size(): number {
    return this.#zones.length;
  }

  /** The zone with the highest priority that contains the place; among equals the smaller one, then by id. */
  homeOf(place: Place): string | null {
    for (const id of this.#zonesAt(place)) return id;
    return null;
  }

  /** All zones that contain the place, its home first. */
  zonesAt(place: Place): string[] {
    return [...this.#zonesAt(place)];
  }

  /** Whether every place lies inside the union of these zones. Zones that are not active cover nothing. */
  cover(zoneIds: readonly string[], places: readonly Place[]): boolean {
    return places.every((place) => {
      const zones = this.#zonesAt(place);
      return zoneIds.some((id) => zones.has(id));
    });
  }

  /** A set keeps the order in which its members came. */
  #zonesAt(place: Place): ReadonlySet<string> {
    const key = `${place.latitude},${place.longitude}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#search(place);
    if (this.#found.size >= PLACES_KEPT) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  #search(place: Place): ReadonlySet<string> {
    const { latitude, longitude } = place;
    const near = this.#index?.search(longitude, latitude, longitude, latitude) ?? [];
    const hits = near
      .sort((left, right) => left - right)
      .flatMap((rank) => this.#zones[rank] ?? [])
      .filter(({ geometry, bounds }) => preparedArea(geometry, bounds).contains(place));
    return new Set(hits.map(({ id }) => id));
  }
}

function indexOf(zones: readonly MappedZone[]): Flatbush {
  const index = new Flatbush(zones.length);
  for (const { bounds } of zones) index.add(bounds.west, bounds.south, bounds.east, bounds.north);
  index.finish();
  return index;
}

function homeOrder(left: MappedZone, right: MappedZone): number {
  if (left.priority !== right.priority) return right.priority - left.priority;
  if (left.squareMetres !== right.squareMetres) return left.squareMetres - right.squareMetres;
  return left.id < right.id ? -1 : 1;
}
