import { type MappedZone, ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Database } from '../../../db/database.ts';
import { SingleFlight } from '../../../db/single-flight.ts';
import { PresentReads } from '../../../db/stores/present-reads-store.ts';
import { type PresentZoneRow, presentZones } from './zone-store.ts';

/** The active zones at one revision. */
export interface KnownZones {
  revision: number;
  map: ZoneMap;
}

interface Versioned extends MappedZone {
  version: number;
}

/**
 * The active zones, cached and re-read after a change by any process: each use compares one number with PostgreSQL's,
 * so a committed edit is visible to everything that follows. Only edited zones' polygons are read again.
 */
export class ZoneDirectory {
  readonly #database: Database;
  readonly #present: PresentReads;
  #known: KnownZones | null = null;
  #zones: ReadonlyMap<string, Versioned> = new Map();
  readonly #loading = new SingleFlight();

  constructor(database: Database, present = new PresentReads(database)) {
    this.#database = database;
    this.#present = present;
  }

  async map(): Promise<ZoneMap> {
    return (await this.present()).map;
  }

  /** The active zones, and as they would be with one zone changed, added or (null) removed. */
  async supposing(id: string, zone: MappedZone | null): Promise<{ before: ZoneMap; after: ZoneMap }> {
    const before = await this.map();
    const others = [...this.#zones.values()].filter((each) => each.id !== id);
    return { before, after: new ZoneMap(zone === null ? others : [...others, zone]) };
  }

  async present(): Promise<KnownZones> {
    const { zones: revision } = await this.#present.revision();
    for (;;) {
      if (this.#known !== null && this.#known.revision >= revision) return this.#known;
      // A load that started before this revision was read may be older; the next one is not.
      await this.#loading.run(() => this.#load());
    }
  }

  async #load(): Promise<void> {
    const rows = await presentZones(this.#database, [...this.#zones.values()]);
    const zones = new Map(rows.flatMap((row) => this.#zoneOf(row)).map((zone) => [zone.id, zone]));
    this.#zones = zones;
    this.#known = { revision: rows[0]?.revision ?? 0, map: new ZoneMap([...zones.values()]) };
  }

  #zoneOf(row: PresentZoneRow): Versioned[] {
    const { id, version } = row;
    if (id === null) return [];
    const geometry = row.geometry ?? this.#zones.get(id)?.geometry;
    if (geometry === undefined) throw new Error(`zone ${id} was read without its polygon`);
    const bounds = { west: row.min_lng, south: row.min_lat, east: row.max_lng, north: row.max_lat };
    return [{ id, version, priority: row.priority, squareMetres: row.area_m2, bounds, geometry }];
  }
}
