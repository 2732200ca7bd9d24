// `npx tsx scripts/draw-map.ts FOLDER`: draws the files of the embedded map (consoles/shared/map/geo) from the sources
// that docs/maps.md names. Only needed again when those change.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { drawLand } from './map/draw-land.ts';
import { type Collection, drawPlaces } from './map/draw-places.ts';
import { drawStreets } from './map/draw-streets.ts';
import { readCommandLine, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npx tsx scripts/draw-map.ts FOLDER

Draws the embedded map's files from the sources in FOLDER: land-qatar.geojson, land-gshhg.geojson, places.geojson,
zones.geojson, roads-doha-osm.geojson and streets-minor-doha-osm.geojson.`;

const GEO = join(projectRoot, 'consoles/shared/map/geo');

await runCommand(async () => {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, positionals: { min: 1, max: 1 } });
  const [folder = ''] = positionals;
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Collection;
  const land = drawLand({ qatar: read('land-qatar.geojson'), around: read('land-gshhg.geojson') });
  write('land-qatar.geojson', land.qatar);
  write('land-gshhg.geojson', land.neighbours);
  write('land-far.geojson', land.far);
  const named = drawPlaces({ zones: read('zones.geojson'), places: read('places.geojson') });
  write('places.geojson', named.places);
  write('districts.geojson', named.districts);
  write('streets-main.geojson', drawStreets(read('roads-doha-osm.geojson')));
  write('streets-minor.geojson', drawStreets(read('streets-minor-doha-osm.geojson')));
  return 0;
});

/** One feature per line, so that later changes are readable in a diff. */
function write(name: string, { features, ...rest }: Collection): void {
  const head = JSON.stringify({ ...rest, features: [] }).slice(0, -2);
  const file = join(GEO, name);
  writeFileSync(file, `${head}\n${features.map((feature) => JSON.stringify(feature)).join(',\n')}\n]}\n`);
  console.log(`Written: ${file} (${features.length})`);
}
