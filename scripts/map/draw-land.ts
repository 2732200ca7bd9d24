import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { bboxClip, bboxPolygon, difference, featureCollection, simplify, truncate } from '@turf/turf';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { Collection } from './draw-places.ts';

/** Neighbours' coast is cut to this area; land farther away is drawn more coarsely. */
const NEAR: [number, number, number, number] = [50.3, 24.2, 52.1, 26.6];
/** All that the map can show. */
const FAR: [number, number, number, number] = [45, 20, 57, 31];
/** Degrees; far land is only seen zoomed out. */
const FAR_TOLERANCE = 0.01;
const PRECISION = 5;

/**
 * A line through the sea around Qatar, just inside its land border. Neighbours' coast data within it shows Qatar as it
 * was before the reclamations, and would appear as a rim along the new shore.
 */
const QATARI_WATERS: Position[] = [
  [50.822, 24.75],
  [50.835, 24.722],
  [50.86, 24.682],
  [50.895, 24.62],
  [50.94, 24.552],
  [51.01, 24.508],
  [51.1, 24.479],
  [51.16, 24.486],
  [51.29, 24.506],
  [51.38, 24.53],
  [51.55, 24.58],
  [51.75, 24.7],
  [51.9, 25.3],
  [51.8, 26.0],
  [51.3, 26.4],
  [50.95, 26.15],
  [50.85, 25.85],
  [50.84, 25.6],
  [50.72, 25.52],
  [50.68, 25.4],
  [50.72, 25.0],
  [50.78, 24.82],
  [50.822, 24.75],
];

export interface Land {
  qatar: Collection;
  neighbours: Collection;
  far: Collection;
}

/** Land of three kinds that meet without overlap: Qatar's own, its neighbours' nearby, and everything beyond. */
export function drawLand({ qatar, around }: { qatar: Collection; around: Collection }): Land {
  const waters: Feature<Polygon> = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'Polygon', coordinates: [QATARI_WATERS] },
  };
  const neighbours = polygonsOf(around).flatMap((land) =>
    partsOf(difference(featureCollection([land, waters]))),
  );
  return {
    qatar: collection(polygonsOf(qatar).map(({ geometry }) => plain(geometry))),
    neighbours: collection(neighbours.map(plain)),
    far: collection(farLand().map(plain)),
  };
}

/** From Natural Earth, without the part that is drawn in more detail. */
function farLand(): Polygon[] {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-10m.json');
  const world = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const land = feature(world, world.objects.land as Parameters<typeof feature>[1]);
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  const near = bboxPolygon(NEAR);
  return features.flatMap((each) => {
    const cut = bboxClip(each as Feature<Polygon | MultiPolygon>, FAR);
    return partsOf(cut as Feature<Polygon | MultiPolygon>).flatMap((geometry) => {
      const coarse = simplify({ type: 'Feature', properties: {}, geometry } as Feature<Polygon>, {
        tolerance: FAR_TOLERANCE,
      });
      return partsOf(difference(featureCollection([coarse, near])));
    });
  });
}

function polygonsOf({ features }: Collection): Feature<Polygon>[] {
  return features.filter((each): each is Feature<Polygon> => each.geometry.type === 'Polygon');
}

function partsOf(shape: Feature<Polygon | MultiPolygon> | null): Polygon[] {
  if (shape === null) return [];
  const { geometry } = shape;
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return parts
    .filter(([outline]) => (outline?.length ?? 0) > 3)
    .map((coordinates) => ({ type: 'Polygon', coordinates }));
}

function plain(geometry: Polygon): Feature<Polygon> {
  return {
    type: 'Feature',
    properties: {},
    geometry: truncate(geometry, { precision: PRECISION, coordinates: 2 }),
  };
}

function collection(features: Feature[]): Collection {
  return { type: 'FeatureCollection', features };
}
