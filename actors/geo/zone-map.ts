import Flatbush from 'flatbush';
import type { Bounds } from './area.ts';
import { preparedArea } from './prepared-area.ts';
import type { AreaGeometry, Place } from './service-area.ts';

export interface MappedZone {
  id: string;
  /** Where zones overlap, the higher priority wins. */
  priority: number;
  squareMetres: number;
  bounds: Bounds;
  geometry: AreaGeometry;
}

/** Number of places whose zones are cached: a choice asks for the same two stops once per driver. */
const MAX_CACHED_PLACES = 256;

/**
 * The active delivery zones: finds the zone a task waits in, and whether a driver's zones cover a place. The cost of a
 * lookup depends on the number of zones whose bounds contain the place, not on how many zones there are.
 */
export class ZoneMap {
  /** Sorted by precedence; the index refers to zones by their position here. */
  readonly #zones: readonly MappedZone[];
  /** Null without zones, since the index cannot be empty. */
  readonly #index: Flatbush | null;
  readonly #found = new Map<string, ReadonlySet<string>>();

  constructor(zones: readonly MappedZone[]) {
    this.#zones = [...zones].sort(homeOrder);
    this.#index = this.#zones.length === 0 ? null : indexOf(this.#zones);
  }

  get size(): number {
    return this.#zones.length;
  }

  /** The zone with the highest priority that contains the place; among equals the smaller zone, then by id. */
  homeOf(place: Place): string | null {
    for (const id of this.#zonesAt(place)) return id;
    return null;
  }

  /** All zones that contain the place, starting with its home zone. */
  zonesAt(place: Place): string[] {
    return [...this.#zonesAt(place)];
  }

  /** Whether every place lies inside the union of these zones. Inactive zones cover nothing. */
  cover(zoneIds: readonly string[], places: readonly Place[]): boolean {
    return places.every((place) => {
      const zones = this.#zonesAt(place);
      return zoneIds.some((id) => zones.has(id));
    });
  }

  /** The set preserves the order of precedence. */
  #zonesAt(place: Place): ReadonlySet<string> {
    const key = `${place.latitude},${place.longitude}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = this.#search(place);
    if (this.#found.size >= MAX_CACHED_PLACES) this.#found.clear();
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
