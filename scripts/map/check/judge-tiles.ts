import { type Bounds, DOHA, QATAR } from '../../../consoles/shared/map/views.ts';
import type { Findings } from './findings.ts';

/** Beyond this zoom, tiles are drawn enlarged: streets keep their shape, but side streets may be missing. */
const NEAR = 13;
/** The lowest zoom of the consoles' maps. */
const FAR = 7;
const MIDDLE_OF_DOHA = [51.53, 25.29] as const;
/** Fields that contain names in the schemas of OpenMapTiles and Protomaps, and in plain OpenStreetMap. */
const NAME_FIELDS = {
  Arabic: ['name:ar', 'name_ar'],
  English: ['name:en', 'name_en', 'name:latin', 'name_int'],
} as const;

/** @param bounds West, south, east, north. */
export function judgeBounds(findings: Findings, name: string, bounds: readonly number[]): void {
  const [west = 0, south = 0, east = 0, north = 0] = bounds;
  const covers = ([southWest, northEast]: Bounds) =>
    west <= southWest[0] && south <= southWest[1] && east >= northEast[0] && north >= northEast[1];
  const box = [west, south, east, north].map((degrees) => Number(degrees.toFixed(2))).join(', ');
  if (covers(QATAR)) findings.ok(`${name}: covers Qatar (${box})`);
  else if (covers(DOHA)) findings.note(`${name}: covers Doha, but not all of Qatar (${box})`);
  else findings.wrong(`${name}: does not cover Doha (${box})`);
}

export function judgeZooms(findings: Findings, name: string, from: number, to: number): void {
  if (from > FAR)
    findings.note(`${name}: begins at zoom ${from}; all of Qatar is seen at ${FAR} and stays empty`);
  if (to < NEAR) findings.note(`${name}: ends at zoom ${to}; streets want ${NEAR} and more`);
  if (from <= FAR && to >= NEAR) findings.ok(`${name}: zooms ${from} to ${to}`);
}

/** @param layers The `vector_layers` of a TileJSON or an archive. */
export function judgeNames(findings: Findings, name: string, layers: unknown): void {
  if (!Array.isArray(layers)) return;
  const fields = new Set(layers.flatMap(({ fields: own }: { fields?: object }) => Object.keys(own ?? {})));
  const missing = languagesMissing((field) => fields.has(field));
  if (missing.length === 0) findings.ok(`${name}: has names in Arabic and English`);
  else findings.note(`${name}: its tiles name no field for ${missing.join(' and ')} names`);
}

/** Languages without a field. */
export function languagesMissing(has: (field: string) => boolean): string[] {
  return Object.entries(NAME_FIELDS).flatMap(([language, fields]) => (fields.some(has) ? [] : [language]));
}

/** The tile that contains the centre of Doha. */
export function tileOverDoha(z: number): { z: number; x: number; y: number } {
  const [longitude, latitude] = MIDDLE_OF_DOHA;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor((longitude / 360 + 0.5) * 2 ** z), y: Math.floor(down * 2 ** z) };
}
