// `npx tsx scripts/draw-municipalities.ts`: draws db/seeds/geo/municipal-zones.geojson, the zones that an installation
// starts with, from the municipalities' coarse outlines. Only needed again when those or the service area change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, difference, featureCollection, intersect, simplify, truncate } from '@turf/turf';
import { squareMetresOf } from '../actors/geo/area.ts';
import type { AreaFeature, AreaGeometry, ServiceArea } from '../actors/geo/service-area.ts';
import { geometryFaults } from '../actors/geo/zone-geometry.ts';
import { projectRoot } from '../db/root.ts';
import { loadServiceArea } from '../db/seeds/load-service-area.ts';

const FOLDER = join(projectRoot, 'db/seeds/geo');
/** As far as the service area reaches beyond the outlines, and a bit. */
const KILOMETRES = 7;
/** Digits of degrees; ten centimetres. */
const PRECISION = 6;
/** Spikes and necks narrower than twice this are cut off: what is left of the widening along former borders. */
const SPIKE_KILOMETRES = 0.05;
/** Degrees; ten metres. */
const TOLERANCE = 0.0001;
/** Smaller parts are what rounding left over. */
const LEAST_SQUARE_METRES = 100_000;

/**
 * Divides the service area among the municipalities. Each keeps its own land; the reclaimed shore and the water that
 * the outlines leave out go to the nearest one: all are widened together, a kilometre at a time, and none takes what
 * another one has.
 */
function divide(municipalities: readonly AreaFeature[], area: ServiceArea): AreaFeature[] {
  const zones = [...municipalities];
  for (let reach = 1; reach <= KILOMETRES; reach += 1) {
    for (const [index, municipality] of municipalities.entries()) {
      const widened = buffer(municipality, reach, { units: 'kilometers' }) as AreaFeature;
      const served = intersect(featureCollection([widened, area.polygon]));
      const others = zones.filter((_, other) => other !== index);
      const own = served && difference(featureCollection([served as AreaFeature, ...others]));
      if (own) zones[index] = { ...municipality, geometry: own.geometry };
    }
  }
  return zones.map(drawn);
}

/** By the names that people in Qatar write in English; the outlines have others. */
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
  const faults = geometryFaults(shape);
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
  return squareMetresOf({ type: 'Polygon', coordinates: [ring] }) >= LEAST_SQUARE_METRES;
}

const { features } = JSON.parse(readFileSync(join(FOLDER, 'qatar-municipalities.geojson'), 'utf8')) as {
  features: AreaFeature[];
};
const zones = divide(features, await loadServiceArea());
const lines = zones.map((zone) => JSON.stringify(zone));
writeFileSync(
  join(FOLDER, 'municipal-zones.geojson'),
  `{"type":"FeatureCollection","features":[\n${lines.join(',\n')}\n]}\n`,
);
