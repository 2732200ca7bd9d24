// `npx tsx scripts/draw-service-area.ts`: draws db/seeds/geo/service-area.geojson, where the platform delivers and
// collects, from the country's coarse outline. Only needed again when that or its neighbours' change; after it,
// scripts/draw-municipalities.ts.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, difference, featureCollection } from '@turf/turf';
import type { AreaFeature } from '../actors/geo/service-area.ts';
import { projectRoot } from '../db/root.ts';
import { readGeometry } from '../db/seeds/read-geometry.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npx tsx scripts/draw-service-area.ts

Draws db/seeds/geo/service-area.geojson from the outlines beside it.`;

/**
 * The available outline is coarse and omits the reclaimed shore (West Bay, the Pearl, Lusail). Widening it by this much
 * includes all of that.
 */
const SHORE_KILOMETRES = 6;

/**
 * The country's outline widened by 6 km towards the sea. Widening also crosses the land border and covers nearby
 * islands of neighbours, which are not served, so these are removed again. Throws RangeError if nothing is left.
 */
export async function drawServiceArea(): Promise<AreaFeature> {
  const outline = (await readGeometry('qatar-outline.geojson')) as AreaFeature;
  const neighbours = (await readGeometry('neighbours.geojson')) as { features: AreaFeature[] };
  const widened = buffer(outline, SHORE_KILOMETRES, { units: 'kilometers' });
  const served = widened && difference(featureCollection([widened, ...neighbours.features]));
  if (!served) throw new RangeError('The outline of the service area encloses nothing');
  const { type, geometry } = served;
  return { type, properties: { name: 'Service area' }, geometry };
}

if (process.argv[1] === import.meta.filename) {
  await runCommand(async () => {
    readCommandLine({ usage: USAGE, options: {} });
    const file = join(projectRoot, 'db/seeds/geo/service-area.geojson');
    writeFileSync(file, `${JSON.stringify(await drawServiceArea())}\n`);
    console.log(`Written: ${file}`);
    return 0;
  });
}
