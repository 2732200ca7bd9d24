import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { MAP_FONT, type MapLocale } from './map-language.ts';
import type { MapPalette } from './map-palette.ts';

/** Zoom from which minor streets are loaded and drawn. */
export const MINOR_FROM = 13;
/** Zoom from which streets have a casing. */
const RIM_FROM = 10;
const MINOR_RIM_FROM = 14.5;
/** Pixels of casing, both sides together. */
const RIM = 1.4;

/** Streets drawn alike. Widths in pixels at zooms 9, 12, 14, 16 and 18. */
interface Class {
  id: string;
  filter: FilterSpecification;
  from: number;
  widths: readonly [number, number, number, number, number];
  colour: 'motorway' | 'street';
  namedFrom: number;
}

const isLink: ExpressionSpecification = ['has', 'link'];
const of = (...classes: string[]): FilterSpecification => [
  'all',
  ['!', isLink],
  ['in', ['get', 'class'], ['literal', classes]],
];

/** Minor ones first, so that major ones are on top. */
const CLASSES: readonly Class[] = [
  { id: 'link', filter: isLink, from: 12, widths: [0.5, 0.9, 2.4, 7, 16], colour: 'street', namedFrom: 16 },
  {
    ...{ id: 'tertiary', filter: of('tertiary'), from: 11.6, widths: [0.4, 0.9, 3, 8, 18] },
    ...{ colour: 'street', namedFrom: 14.2 },
  },
  {
    ...{ id: 'secondary', filter: of('secondary'), from: 10.6, widths: [0.5, 1.3, 3.8, 10, 22] },
    ...{ colour: 'street', namedFrom: 13.6 },
  },
  {
    ...{ id: 'primary', filter: of('primary'), from: 9.6, widths: [0.7, 1.8, 5, 12, 26] },
    ...{ colour: 'street', namedFrom: 12.6 },
  },
  {
    ...{ id: 'motorway', filter: of('motorway', 'trunk'), from: 8, widths: [1, 2.6, 6, 14, 30] },
    ...{ colour: 'motorway', namedFrom: 12 },
  },
];
const MINOR_WIDTHS = [0, 0, 1.2, 5, 13] as const;

export function streetLayers(palette: MapPalette, minorSource: string): LayerSpecification[] {
  const minor = { source: minorSource, minzoom: MINOR_FROM };
  return [
    line('minor-rim', { ...minor, minzoom: MINOR_RIM_FROM }, palette.streetRim, widthOf(MINOR_WIDTHS, RIM)),
    line('minor', minor, palette.streetMinor, widthOf(MINOR_WIDTHS, 0)),
    ...CLASSES.map((each) =>
      line(
        `${each.id}-rim`,
        { ...sourceOf(each), minzoom: Math.max(RIM_FROM, each.from) },
        palette.streetRim,
        rim(each),
      ),
    ),
    ...CLASSES.map((each) => line(each.id, sourceOf(each), palette[each.colour], widthOf(each.widths, 0))),
  ];
}

export function streetNameLayers(
  palette: MapPalette,
  locale: MapLocale,
  minorSource: string,
): LayerSpecification[] {
  return [
    name('minor', { source: minorSource, minzoom: 15.2 }, palette, locale),
    ...CLASSES.map((each) => name(each.id, { ...sourceOf(each), minzoom: each.namedFrom }, palette, locale)),
  ];
}

interface Place {
  source: string;
  minzoom: number;
  filter?: FilterSpecification;
}

function sourceOf({ filter, from }: Class): Place {
  return { source: 'streets', minzoom: from, filter };
}

function rim({ widths }: Class): ExpressionSpecification {
  return widthOf(widths, RIM);
}

function line(id: string, place: Place, colour: string, width: ExpressionSpecification): LayerSpecification {
  return {
    id: `street-${id}`,
    type: 'line',
    ...place,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': width,
      'line-opacity': ['case', ['has', 'tunnel'], 0.45, 1],
    },
  };
}

function widthOf(
  [at9, at12, at14, at16, at18]: readonly [number, number, number, number, number],
  more: number,
): ExpressionSpecification {
  return [
    ...['interpolate', ['exponential', 1.4], ['zoom']],
    ...[9, at9 + more, 12, at12 + more, 14, at14 + more, 16, at16 + more, 18, at18 + more],
  ] as unknown as ExpressionSpecification;
}

/** Names along the street; one without a name in the page's language shows the other, as signs have both. */
function name(id: string, place: Place, palette: MapPalette, locale: MapLocale): LayerSpecification {
  const other = locale === 'ar' ? 'en' : 'ar';
  return {
    id: `street-name-${id}`,
    type: 'symbol',
    ...place,
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 320,
      'text-field': ['coalesce', ['get', locale], ['get', other], ''],
      'text-font': [MAP_FONT],
      'text-size': 11,
      'text-max-angle': 35,
      'text-padding': 4,
    },
    paint: { 'text-color': palette.streetText, 'text-halo-color': palette.halo, 'text-halo-width': 1.3 },
  };
}
