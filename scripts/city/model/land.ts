import type { Place } from '../../../actors/geo/service-area.ts';

type Spot = readonly [longitude: number, latitude: number];

/**
 * Doha Bay and the open sea between the Corniche and the Pearl, drawn by hand just off the shore: what a straight line
 * in the capital would cross.
 */
const BAY: readonly Spot[] = [
  [51.549, 25.2985],
  [51.536, 25.293],
  [51.5255, 25.2945],
  [51.52, 25.301],
  [51.5205, 25.31],
  [51.527, 25.3145],
  [51.539, 25.317],
  [51.538, 25.33],
  [51.534, 25.345],
  [51.5345, 25.3585],
  [51.546, 25.3605],
  [51.6, 25.361],
  [51.6, 25.31],
];

/** Around the bay: the Corniche's west end, Onaiza, and the road to the Pearl. From south to north. */
const INLAND: readonly Place[] = [
  { latitude: 25.2935, longitude: 51.514 },
  { latitude: 25.318, longitude: 51.5125 },
  { latitude: 25.3455, longitude: 51.519 },
  { latitude: 25.364, longitude: 51.5245 },
];

const BOUNDS = {
  west: Math.min(...BAY.map(([longitude]) => longitude)),
  east: Math.max(...BAY.map(([longitude]) => longitude)),
  south: Math.min(...BAY.map(([, latitude]) => latitude)),
  north: Math.max(...BAY.map(([, latitude]) => latitude)),
};

export function isInBay({ latitude, longitude }: Place): boolean {
  // Most of the country is far from the bay.
  if (latitude < BOUNDS.south || latitude > BOUNDS.north) return false;
  if (longitude < BOUNDS.west || longitude > BOUNDS.east) return false;
  let inside = false;
  for (const [index, [x, y]] of BAY.entries()) {
    const [before, above] = BAY[(index + BAY.length - 1) % BAY.length] as Spot;
    if (y > latitude !== above > latitude && longitude < ((before - x) * (latitude - y)) / (above - y) + x)
      inside = !inside;
  }
  return inside;
}

/** Distance between two samples of a line, as a share of its length. */
const LOOK_EVERY = 1 / 12;

/** The share of sampled points on the line that are under water. */
export function wetnessOf(corners: readonly Place[]): number {
  let wet = 0;
  for (const [index, to] of corners.entries()) {
    const from = corners[index - 1] ?? to;
    for (let part = LOOK_EVERY; part <= 1; part += LOOK_EVERY) {
      const latitude = from.latitude + part * (to.latitude - from.latitude);
      const longitude = from.longitude + part * (to.longitude - from.longitude);
      if (isInBay({ latitude, longitude })) wet += 1;
    }
  }
  return wet;
}

/** Waypoints from one place to another where the direct way would cross the bay. */
export function aroundBay(from: Place, to: Place): Place[] {
  const [low, high] = from.latitude < to.latitude ? [from, to] : [to, from];
  const between = INLAND.filter(({ latitude }) => latitude > low.latitude && latitude < high.latitude);
  return low === from ? between : between.toReversed();
}
