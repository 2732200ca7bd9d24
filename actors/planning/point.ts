/** A place in WGS 84 degrees, as it stands in states and events: a type alias, so that it counts as JSON. */
export type Point = {
  latitude: number;
  longitude: number;
};
