/** A place on the map, WGS 84, in degrees. */
export type Point = {
  latitude: number;
  longitude: number;
};
