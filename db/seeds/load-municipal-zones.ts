import type { AreaGeometry } from '../../actors/geo/service-area.ts';
import { readGeometry } from './read-geometry.ts';

export interface MunicipalZone {
  /** Lower case, e.g. "al-khor". */
  key: string;
  name: { en: string; ar: string };
  geometry: AreaGeometry;
}

interface Drawn {
  properties: { key: string; en: string; ar: string };
  geometry: AreaGeometry;
}

/** The municipalities, which together cover the service area except for slivers along its border. */
export async function loadMunicipalZones(): Promise<MunicipalZone[]> {
  const { features } = (await readGeometry('municipal-zones.geojson')) as { features: Drawn[] };
  return features.map(({ properties: { key, ...name }, geometry }) => ({ key, name, geometry }));
}
