import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import type { FontFacesSpecification, StyleSpecification } from 'maplibre-gl';
import { type MapTheme, PALETTES } from './map-palette.ts';
import { PLACES } from './places.ts';
import { seaMask } from './sea-mask.ts';

export type MapLocale = 'en' | 'ar';

export interface BasemapParts {
  land: FeatureCollection<Polygon>;
  municipalities: FeatureCollection<Polygon | MultiPolygon>;
  fonts: FontFacesSpecification;
  /** Shown in the corner: where geometry comes from, with a link to its licence. */
  attribution: string;
}

/** The name of the font in every style of ours; overlays use it too. */
export const MAP_FONT = 'Wasl';

/** From which zoom places of a rank are named. */
const NAMED_FROM: Record<1 | 2 | 3 | 4, number> = { 1: 0, 2: 9.4, 3: 10.6, 4: 12 };

/** Coast, municipalities and places of Qatar, without anything from a network but our own files. */
export function basemapStyle(parts: BasemapParts, theme: MapTheme, locale: MapLocale): StyleSpecification {
  const palette = PALETTES[theme];
  return {
    version: 8,
    'font-faces': parts.fonts,
    sources: {
      land: { type: 'geojson', data: parts.land, attribution: parts.attribution },
      municipalities: { type: 'geojson', data: parts.municipalities },
      sea: { type: 'geojson', data: seaMask(parts.land) },
      places: { type: 'geojson', data: places() },
    },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': palette.abroad } },
      { id: 'qatar', type: 'fill', source: 'municipalities', paint: { 'fill-color': palette.land } },
      {
        id: 'municipality-borders',
        type: 'line',
        source: 'municipalities',
        paint: { 'line-color': palette.border, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      {
        id: 'sea',
        type: 'fill',
        source: 'sea',
        paint: { 'fill-color': palette.sea, 'fill-antialias': false },
      },
      {
        id: 'coast',
        type: 'line',
        source: 'land',
        paint: {
          'line-color': palette.coast,
          'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.6, 13, 1.6],
        },
      },
      ...([1, 2, 3, 4] as const).map((rank) => ({
        id: `places-${rank}`,
        type: 'symbol' as const,
        source: 'places',
        minzoom: NAMED_FROM[rank],
        filter: ['==', ['get', 'rank'], rank] as ['==', ['get', string], number],
        layout: {
          'text-field': ['get', locale] as ['get', string],
          'text-font': [MAP_FONT],
          'text-size': rank === 1 ? 14 : rank === 2 ? 12.5 : 11.5,
          'text-max-width': 8,
          'symbol-sort-key': rank,
        },
        paint: {
          'text-color': palette.text,
          'text-halo-color': palette.halo,
          'text-halo-width': 1.4,
        },
      })),
    ],
  };
}

function places(): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: PLACES.map(({ en, ar, rank, longitude, latitude }) => ({
      type: 'Feature',
      properties: { en, ar, rank },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  };
}
