/**
 * A place in WGS 84 degrees, as stored in states and events. A type alias, because an interface is not assignable to
 * JSON.
 */
export type Point = {
  latitude: number;
  longitude: number;
};

/** Rounds to five decimals, about a metre: pins from maps have fifteen, and states are kept small. */
export function toMetre({ latitude, longitude }: Point): Point {
  return { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 };
}
