/** A place in WGS 84 degrees, as it stands in states and events: a type alias, so that it counts as JSON. */
export type Point = {
  latitude: number;
  longitude: number;
};

/** To five decimals, about a metre: a pin from a map brings fifteen, and states are kept small. */
export function toMetre({ latitude, longitude }: Point): Point {
  return { latitude: Math.round(latitude * 1e5) / 1e5, longitude: Math.round(longitude * 1e5) / 1e5 };
}
