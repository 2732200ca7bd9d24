import type { AreaGeometry } from '../../actors/geo/service-area.ts';
import { type MappedZone, ZoneMap } from '../../actors/geo/zone-map.ts';
import type { Database } from '../../db/database.ts';

interface ZoneRow {
  id: string;
  priority: number;
  area_m2: number;
  geometry: AreaGeometry;
  min_lng: number;
  min_lat: number;
  max_lng: number;
  max_lat: number;
}

/** The active zones, kept in memory and read anew once a zone was added or edited, by whichever process. */
export class ZoneDirectory {
  readonly #database: Database;
  #known: { signature: string; map: ZoneMap } | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  async map(): Promise<ZoneMap> {
    const signature = await this.#signature();
    if (this.#known?.signature === signature) return this.#known.map;
    const map = new ZoneMap(await this.#read());
    this.#known = { signature, map };
    return map;
  }

  /** Zones are only added and edited, and every edit raises the version: count and sum tell any change. */
  async #signature(): Promise<string> {
    const { rows } = await this.#database.raw<{ rows: { signature: string }[] }>(
      `SELECT count(*) || ':' || coalesce(sum(version), 0) AS signature FROM delivery_zones`,
    );
    return rows[0]?.signature ?? '';
  }

  async #read(): Promise<MappedZone[]> {
    const rows = await this.#database<ZoneRow>('delivery_zones')
      .where('active', true)
      .select('id', 'priority', 'area_m2', 'geometry', 'min_lng', 'min_lat', 'max_lng', 'max_lat');
    return rows.map((row) => ({
      id: row.id,
      priority: row.priority,
      squareMetres: row.area_m2,
      bounds: { west: row.min_lng, south: row.min_lat, east: row.max_lng, north: row.max_lat },
      geometry: row.geometry,
    }));
  }
}
