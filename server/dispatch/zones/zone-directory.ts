import type { AreaGeometry } from '../../../actors/geo/service-area.ts';
import { type MappedZone, ZoneMap } from '../../../actors/geo/zone-map.ts';
import type { Database } from '../../../db/database.ts';
import { PresentReads } from '../../../db/present-reads.ts';

/** The active zones as they stood at one revision. */
export interface KnownZones {
  revision: number;
  map: ZoneMap;
}

interface Versioned extends MappedZone {
  version: number;
}

interface ZoneRow {
  revision: number;
  /** Null: there is no active zone at all. */
  id: string | null;
  version: number;
  priority: number;
  area_m2: number;
  /** Null: as it is known already. */
  geometry: AreaGeometry | null;
  min_lng: number;
  min_lat: number;
  max_lng: number;
  max_lat: number;
}

/**
 * The active zones, kept in memory and read anew once zones changed, by whichever process: each use compares one
 * number with PostgreSQL's, so a committed edit counts for whatever is asked afterwards. Only edited zones' polygons
 * are read again.
 */
export class ZoneDirectory {
  readonly #database: Database;
  readonly #present: PresentReads;
  #known: KnownZones | null = null;
  #zones: ReadonlyMap<string, Versioned> = new Map();
  #loading: Promise<void> | null = null;

  constructor(database: Database, present = new PresentReads(database)) {
    this.#database = database;
    this.#present = present;
  }

  async map(): Promise<ZoneMap> {
    return (await this.present()).map;
  }

  async present(): Promise<KnownZones> {
    const { zones: revision } = await this.#present.revision();
    for (;;) {
      if (this.#known !== null && this.#known.revision >= revision) return this.#known;
      // A load that began before this revision was read may know less; the next one does not.
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
  }

  async #load(): Promise<void> {
    const rows = await this.#read();
    const zones = new Map(rows.flatMap((row) => this.#zoneOf(row)).map((zone) => [zone.id, zone]));
    this.#zones = zones;
    this.#known = { revision: rows[0]?.revision ?? 0, map: new ZoneMap([...zones.values()]) };
  }

  /** One statement, so that number and zones are of one moment. */
  async #read(): Promise<ZoneRow[]> {
    const known = [...this.#zones.values()];
    const { rows } = await this.#database.raw<{ rows: ZoneRow[] }>(
      `SELECT r.revision, z.id, z.version, z.priority, z.area_m2, z.min_lng, z.min_lat, z.max_lng, z.max_lat,
              CASE WHEN k.version IS DISTINCT FROM z.version THEN z.geometry END AS geometry
         FROM zone_revision r
         LEFT JOIN delivery_zones z ON z.active
         LEFT JOIN unnest(?::uuid[], ?::int[]) AS k (id, version) ON k.id = z.id`,
      [known.map(({ id }) => id), known.map(({ version }) => version)],
    );
    return rows;
  }

  #zoneOf(row: ZoneRow): Versioned[] {
    const { id, version } = row;
    if (id === null) return [];
    const geometry = row.geometry ?? this.#zones.get(id)?.geometry;
    if (geometry === undefined) throw new Error(`zone ${id} was read without its polygon`);
    const bounds = { west: row.min_lng, south: row.min_lat, east: row.max_lng, north: row.max_lat };
    return [{ id, version, priority: row.priority, squareMetres: row.area_m2, bounds, geometry }];
  }
}
