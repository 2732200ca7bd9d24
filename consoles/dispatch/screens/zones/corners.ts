import type { Position } from 'geojson';
import type { ZoneGeometry } from './zone-draw.ts';

/** The outline of a zone's first part as lines of "longitude, latitude", for editing without a mouse. */
export function cornersOf(geometry: ZoneGeometry): string {
  const outline =
    (geometry.type === 'Polygon' ? geometry.coordinates[0] : geometry.coordinates[0]?.[0]) ?? [];
  return outline
    .slice(0, -1)
    .map(([longitude, latitude]) => `${longitude}, ${latitude}`)
    .join('\n');
}

/** Every corner of every part: all must be in view for the zone to be. */
export function outlineOf(geometry: ZoneGeometry): [longitude: number, latitude: number][] {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return parts.flatMap(([outline = []]) =>
    outline.map(([longitude = 0, latitude = 0]): [number, number] => [longitude, latitude]),
  );
}

/** The geometry with this outline as its first part; null if a line is not a corner. */
export function withCorners(text: string, former: ZoneGeometry | null): ZoneGeometry | null {
  const outline: Position[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    // Half a corner is invalid; an empty text would become a zero.
    const [longitude, latitude, ...rest] = line.split(',').map((part) => Number(part.trim() || Number.NaN));
    const known = longitude !== undefined && latitude !== undefined && rest.length === 0;
    if (!known || !(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90)) return null;
    outline.push([longitude, latitude]);
  }
  const [first] = outline;
  if (first === undefined || outline.length < 3) return null;
  const ring = [...outline, first];
  if (former === null) return { type: 'Polygon', coordinates: [ring] };
  if (former.type === 'Polygon')
    return { type: 'Polygon', coordinates: [ring, ...former.coordinates.slice(1)] };
  const [part = [], ...others] = former.coordinates;
  return { type: 'MultiPolygon', coordinates: [[ring, ...part.slice(1)], ...others] };
}
