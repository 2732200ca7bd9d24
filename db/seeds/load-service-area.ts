import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AreaFeature, type ServiceArea, serviceAreaFrom } from '../../actors/geo/service-area.ts';
import { projectRoot } from '../root.ts';

/** Qatar's service area, from the bundled outline. Made once per process, in compose. */
export async function loadServiceArea(): Promise<ServiceArea> {
  const file = path.join(projectRoot, 'db/seeds/geo/qatar-outline.geojson');
  return serviceAreaFrom(JSON.parse(await readFile(file, 'utf8')) as AreaFeature);
}
