import { type AreaFeature, ServiceArea } from '../../actors/geo/service-area.ts';
import { readGeometry } from './read-geometry.ts';

/** Qatar's service area, as drawn by scripts/draw-service-area.ts. Read once per process, in compose. */
export async function loadServiceArea(): Promise<ServiceArea> {
  return new ServiceArea((await readGeometry('service-area.geojson')) as AreaFeature);
}
