import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AreaFeature, type ServiceArea, serviceAreaFrom } from '../../actors/geo/service-area.ts';
import { projectRoot } from '../root.ts';

/** Qatar's service area, from the bundled outline and its neighbours' land. Made once per process, in compose. */
export async function loadServiceArea(): Promise<ServiceArea> {
  const outline = (await readGeometry('qatar-outline.geojson')) as AreaFeature;
  const neighbours = (await readGeometry('neighbours.geojson')) as { features: AreaFeature[] };
  return serviceAreaFrom(outline, neighbours.features);
}

async function readGeometry(name: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(projectRoot, 'db/seeds/geo', name), 'utf8')) as unknown;
}
