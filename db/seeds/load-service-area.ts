import { type AreaFeature, type ServiceArea, serviceAreaFrom } from '../../actors/geo/service-area.ts';
import { readGeometry } from './read-geometry.ts';

/** Qatar's service area, from the bundled outline and its neighbours' land. Made once per process, in compose. */
export async function loadServiceArea(): Promise<ServiceArea> {
  const outline = (await readGeometry('qatar-outline.geojson')) as AreaFeature;
  const neighbours = (await readGeometry('neighbours.geojson')) as { features: AreaFeature[] };
  return serviceAreaFrom(outline, neighbours.features);
}
