/** South-west and north-east corner, longitude first. */
export type Bounds = [[west: number, south: number], [east: number, north: number]];

export const QATAR: Bounds = [
  [50.7, 24.5],
  [51.75, 26.2],
];
/** The city: the maps' initial view. */
export const DOHA: Bounds = [
  [51.36, 25.13],
  [51.66, 25.48],
];
/** The farthest the map zooms out. */
export const WIDEST: Bounds = [
  [49.2, 23.6],
  [53.2, 27.2],
];
