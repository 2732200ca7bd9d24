// `npx tsx scripts/draw-municipalities.ts`: draws db/seeds/geo/municipal-zones.geojson, the zones that an installation
// starts with, from the municipalities' coarse outlines. Only needed again when those or the service area change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bbox,
  buffer,
  difference,
  featureCollection,
  intersect,
  lineChunk,
  point,
  polygonToLine,
  simplify,
  truncate,
  union,
  voronoi,
} from '@turf/turf';
import { squareMetresOf } from '../actors/geo/area.ts';
import type { AreaFeature, AreaGeometry, ServiceArea } from '../actors/geo/service-area.ts';
import { geometryViolations } from '../actors/geo/zone-geometry.ts';
import { projectRoot } from '../db/root.ts';
import { loadServiceArea } from '../db/seeds/load-service-area.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npx tsx scripts/draw-municipalities.ts

Draws db/seeds/geo/municipal-zones.geojson from the outlines beside it.`;

const FOLDER = join(projectRoot, 'db/seeds/geo');
/** Kilometres between the points of an outline that are compared to find the nearest municipality. */
const SPACING = 0.25;
/** Degrees by which the cells extend beyond the service area. */
const MARGIN = 0.2;
/** Decimals of degrees; ten centimetres. */
const PRECISION = 6;
/** Spikes and necks narrower than twice this are cut off. */
const SPIKE_KILOMETRES = 0.05;
/** Degrees; fifty metres, less than the outlines' precision. Lines between cells bend at every point. */
const TOLERANCE = 0.0005;
/** Smaller parts are rounding artefacts. */
const MIN_SQUARE_METRES = 100_000;

/**
 * Divides the service area among the municipalities. Each keeps its own land; the reclaimed shore and the water outside
 * the outlines go to the nearest one, point by point.
 */
function divide(municipalities: readonly AreaFeature[], area: ServiceArea): AreaFeature[] {
  const left = difference(featureCollection([area.polygon, ...municipalities]));
  const reaches = nearestTo(municipalities, area);
  return municipalities.map((municipality, index) => {
    const reach = reaches[index];
    const shore = left && reach && intersect(featureCollection([left as AreaFeature, reach]));
    const land = intersect(featureCollection([municipality, area.polygon]));
    const whole = land && shore ? union(featureCollection([land, shore] as AreaFeature[])) : land;
    if (!whole) throw new Error('a municipality lies outside the service area');
    return drawn({ ...municipality, geometry: whole.geometry });
  });
}

/** For each municipality, the area nearer to its outline than to any other: its points' Voronoi cells, merged. */
function nearestTo(municipalities: readonly AreaFeature[], area: ServiceArea): (AreaFeature | null)[] {
  const owners = new Map<string, number>();
  for (const [index, municipality] of municipalities.entries()) {
    for (const place of pointsAlong(municipality)) {
      const key = place.join();
      if (!owners.has(key)) owners.set(key, index);
    }
  }
  const points = [...owners].map(([key, index]) => point(key.split(',').map(Number), { index }));
  const [west, south, east, north] = bbox(area.polygon);
  const cells = voronoi(featureCollection(points), {
    bbox: [west - MARGIN, south - MARGIN, east + MARGIN, north + MARGIN],
  });
  return municipalities.map((_, index) => {
    const own = cells.features.filter((cell) => cell?.properties?.index === index);
    return union(featureCollection(own)) as AreaFeature | null;
  });
}

/** Points at equal distances along every line of the outline. */
function pointsAlong(municipality: AreaFeature): number[][] {
  const outline = polygonToLine(municipality);
  const lines = outline.type === 'Feature' ? [outline] : outline.features;
  return lines
    .flatMap((line) => lineChunk(line, SPACING, { units: 'kilometers' }).features)
    .flatMap(({ geometry }) => geometry.coordinates.slice(0, 1));
}

/** By the English names used in Qatar; the outlines have others. */
const NAMES: { readonly [outline: string]: { key: string; en: string } } = {
  'Ar Rayyān': { key: 'al-rayyan', en: 'Al Rayyan' },
  'Al Wakrah': { key: 'al-wakrah', en: 'Al Wakrah' },
  'Ad Dawhah': { key: 'doha', en: 'Doha' },
  'Umm Salal': { key: 'umm-salal', en: 'Umm Salal' },
  'Al Daayen': { key: 'al-daayen', en: 'Al Daayen' },
  'Al Khawr': { key: 'al-khor', en: 'Al Khor' },
  'Madinat ach Shamal': { key: 'al-shamal', en: 'Al Shamal' },
};

function drawn({ type, properties, geometry }: AreaFeature): AreaFeature {
  const name = NAMES[String(properties?.en)];
  if (name === undefined) throw new Error(`no name for ${String(properties?.en)}`);
  const inner = buffer(tidied(geometry), -SPIKE_KILOMETRES, { units: 'kilometers', steps: 1 });
  const smooth = inner && buffer(inner, SPIKE_KILOMETRES, { units: 'kilometers', steps: 1 });
  if (!smooth) throw new Error(`nothing is left of ${name.en}`);
  const plain = simplify(smooth.geometry, { tolerance: TOLERANCE, highQuality: true });
  const shape = tidied(truncate(plain, { precision: PRECISION }));
  const faults = geometryViolations(shape);
  if (faults.length > 0) throw new Error(`${name.en} ${faults.map(({ message }) => message).join(', ')}`);
  return { type, properties: { ...name, ar: properties?.ar }, geometry: shape };
}

function tidied(geometry: AreaGeometry): AreaGeometry {
  const parts = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates)
    .map((rings) => rings.filter(isLarge))
    .filter((rings) => rings.length > 0);
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? { type: 'Polygon', coordinates: only }
    : { type: 'MultiPolygon', coordinates: parts };
}

function isLarge(ring: number[][]): boolean {
  return squareMetresOf({ type: 'Polygon', coordinates: [ring] }) >= MIN_SQUARE_METRES;
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    readCommandLine({ usage: USAGE, options: {} });
    const { features } = JSON.parse(readFileSync(join(FOLDER, 'qatar-municipalities.geojson'), 'utf8')) as {
      features: AreaFeature[];
    };
    const lines = divide(features, await loadServiceArea()).map((zone) => JSON.stringify(zone));
    writeFileSync(
      join(FOLDER, 'municipal-zones.geojson'),
      `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`,
    );
    return 0;
  });
}
