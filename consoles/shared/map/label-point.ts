import type { MultiPolygon, Polygon, Position } from 'geojson';

/** Points tried along each side of a shape's bounds, and again around the best of them. */
const STEPS = 12;
const ROUNDS = 3;

/** Where a shape's one name goes: inside its largest part, as far from the outline as a coarse search finds. */
export function labelPoint(geometry: Polygon | MultiPolygon): Position {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const largest = parts.reduce((best, part) => (areaOf(part) > areaOf(best) ? part : best), parts[0] ?? []);
  let { west, south, east, north } = boundsOf(largest[0] ?? []);
  let best = { x: (west + east) / 2, y: (south + north) / 2, room: Number.NEGATIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const [wide, high] = [(east - west) / STEPS, (north - south) / STEPS];
    for (let column = 0; column <= STEPS; column += 1) {
      for (let row = 0; row <= STEPS; row += 1) {
        const [x, y] = [west + column * wide, south + row * high];
        const room = roomAt(x, y, largest);
        if (room > best.room) best = { x, y, room };
      }
    }
    [west, south, east, north] = [best.x - wide, best.y - high, best.x + wide, best.y + high];
  }
  return [best.x, best.y];
}

/** Degrees to the nearest outline; negative outside. A degree of longitude counts as one of latitude: names are wide. */
function roomAt(x: number, y: number, rings: readonly Position[][]): number {
  let isInside = false;
  let nearest = Number.POSITIVE_INFINITY;
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
      const [ax = 0, ay = 0] = ring[at] ?? [];
      const [bx = 0, by = 0] = ring[before] ?? [];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
      nearest = Math.min(nearest, distanceTo(x, y, ax, ay, bx, by));
    }
  }
  return isInside ? nearest : -nearest;
}

function distanceTo(x: number, y: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}

function areaOf([outline = []]: readonly Position[][]): number {
  let twice = 0;
  for (let at = 0, before = outline.length - 1; at < outline.length; before = at, at += 1) {
    const [ax = 0, ay = 0] = outline[at] ?? [];
    const [bx = 0, by = 0] = outline[before] ?? [];
    twice += bx * ay - ax * by;
  }
  return Math.abs(twice);
}

function boundsOf(ring: readonly Position[]) {
  const longitudes = ring.map(([longitude = 0]) => longitude);
  const latitudes = ring.map(([, latitude = 0]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}
