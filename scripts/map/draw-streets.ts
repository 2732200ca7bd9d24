import type { Feature } from 'geojson';
import type { Collection } from './draw-places.ts';

/** Streets in the format that the map's layers read. They remain under the ODbL, as the file states. */
export function drawStreets(source: Collection): Collection {
  return {
    type: 'FeatureCollection',
    attribution: '© OpenStreetMap contributors, ODbL 1.0, https://opendatacommons.org/licenses/odbl/1-0/',
    features: source.features.map(({ properties, geometry }): Feature => {
      const { class: kind, link, tunnel, name_en: en, name_ar: ar } = properties ?? {};
      return {
        type: 'Feature',
        properties: {
          class: kind,
          ...(link ? { link: 1 } : {}),
          ...(tunnel ? { tunnel: 1 } : {}),
          ...(typeof en === 'string' ? { en } : {}),
          ...(typeof ar === 'string' ? { ar } : {}),
        },
        geometry,
      };
    }),
  };
}
