import type {
  ExpressionSpecification,
  FilterSpecification,
  FontFacesSpecification,
  LayerSpecification,
  StyleSpecification,
} from 'maplibre-gl';
import { MAP_FONT, type MapLocale } from './map-language.ts';
import { type MapPalette, type MapTheme, PALETTES } from './map-palette.ts';
import { streetLayers, streetNameLayers } from './street-layers.ts';

export interface BasemapParts {
  /** URLs of the map's files. */
  files: Record<'far' | 'neighbours' | 'qatar' | 'districts' | 'streets' | 'places', string>;
  fonts: FontFacesSpecification;
  /** Attribution shown in the corner, with links to the licences. */
  credits: { streets: string; rest: string };
}

/** Filled with `minorStreets` once the map is zoomed in far enough. */
export const MINOR_STREETS = 'streets-minor';

/** Zoom levels from which places of a rank are named: towns, large and small quarters, districts, hamlets. */
const NAMED_FROM = { 1: 0, 2: 9.4, 3: 10.8, 4: 12, 5: 12.4, 6: 11 } as const;
type Rank = keyof typeof NAMED_FROM;
const RANKS: readonly Rank[] = [6, 5, 4, 3, 2, 1];
const TEXT_SIZE: Record<Rank, number> = { 1: 14.5, 2: 13, 3: 12.5, 4: 12, 5: 11.5, 6: 11 };
const DISTRICTS_FROM = 11.5;

/** Land, districts, streets and names; loads nothing but our own files. */
export function basemapStyle(
  { files, fonts, credits }: BasemapParts,
  theme: MapTheme,
  locale: MapLocale,
): StyleSpecification {
  const palette = PALETTES[theme];
  const file = (data: string, attribution?: string) => ({
    type: 'geojson' as const,
    data,
    ...(attribution === undefined ? {} : { attribution }),
  });
  return {
    version: 8,
    'font-faces': fonts,
    sources: {
      far: file(files.far),
      neighbours: file(files.neighbours),
      qatar: file(files.qatar, credits.rest),
      districts: file(files.districts),
      streets: file(files.streets, credits.streets),
      [MINOR_STREETS]: {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [] },
        attribution: credits.streets,
      },
      places: file(files.places),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': palette.sea } },
      ...(['far', 'neighbours'] as const).map((source) => fill(source, palette.abroad)),
      fill('qatar', palette.land),
      {
        id: 'coast',
        type: 'line',
        source: 'qatar',
        paint: {
          'line-color': palette.coast,
          'line-width': ['interpolate', ['linear'], ['zoom'], 7, 0.6, 13, 1.4],
        },
      },
      {
        id: 'districts',
        type: 'line',
        source: 'districts',
        minzoom: DISTRICTS_FROM,
        paint: { 'line-color': palette.border, 'line-width': 1, 'line-dasharray': [3, 2] },
      },
      ...streetLayers(palette, MINOR_STREETS),
      ...streetNameLayers(palette, locale, MINOR_STREETS),
      // Later layers take precedence where names collide.
      ...RANKS.map((rank) => nameLayer(rank, palette, locale)),
    ],
  };
}

/** The layers that name places, each with a filter that leaves out the names in `hidden`. */
export function placeFilters(
  locale: MapLocale,
  hidden: readonly string[],
): { layer: string; filter: FilterSpecification }[] {
  return RANKS.map((rank) => ({ layer: layerOf(rank), filter: filterOf(rank, locale, hidden) }));
}

function filterOf(rank: Rank, locale: MapLocale, hidden: readonly string[]): FilterSpecification {
  const isOfRank: ExpressionSpecification = ['==', ['get', 'rank'], rank];
  if (hidden.length === 0) return isOfRank;
  return ['all', isOfRank, ['!', ['in', ['get', locale], ['literal', [...hidden]]]]];
}

const layerOf = (rank: Rank) => `places-${rank}`;

function fill(source: string, colour: string): LayerSpecification {
  return { id: source, type: 'fill', source, paint: { 'fill-color': colour } };
}

function nameLayer(rank: Rank, palette: MapPalette, locale: MapLocale): LayerSpecification {
  return {
    id: layerOf(rank),
    type: 'symbol',
    source: 'places',
    minzoom: NAMED_FROM[rank],
    filter: filterOf(rank, locale, []),
    layout: {
      'text-field': ['get', locale],
      'text-font': [MAP_FONT],
      'text-size': TEXT_SIZE[rank],
      'text-max-width': 8,
      'text-padding': rank > 3 ? 6 : 3,
    },
    paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
  };
}
