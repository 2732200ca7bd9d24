import type { Feature, FeatureCollection, Polygon, Position } from 'geojson';

/** Around the whole part of the world that the map shows. */
const FRAME: Position[] = [
  [45, 20],
  [57, 20],
  [57, 31],
  [45, 31],
  [45, 20],
];

/**
 * Everything that is not land, drawn above municipalities: their borders are much coarser than the coast, and would
 * run out into the sea.
 */
export function seaMask(land: FeatureCollection<Polygon>): Feature<Polygon> {
  const shores = land.features.flatMap(({ geometry }) => geometry.coordinates.slice(0, 1));
  return { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [FRAME, ...shores] } };
}
