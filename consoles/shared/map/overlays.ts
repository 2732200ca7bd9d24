import type { Feature, FeatureCollection, LineString, MultiPolygon, Point, Polygon, Position } from 'geojson';
import type {
  GeoJSONSource,
  LayerSpecification,
  LineLayerSpecification,
  MapLibreMap,
  StyleSpecification,
} from 'maplibre-gl';
import { labelPoint } from './label-point.ts';
import { mapLabel } from './map-label.ts';
import { MAP_FONT } from './map-language.ts';
import type { MapPalette } from './map-palette.ts';
import type { RoutePart } from './route-parts.ts';

export interface ZoneShape {
  id: string;
  name: string;
  active: boolean;
  geometry: Polygon | MultiPolygon;
}

export interface RouteLine {
  driverId: string;
  /** From the driver's position through the stops ahead. */
  parts: readonly RoutePart[];
  selected: boolean;
}

/** A place with a weight from 0 to 1. */
export type HeatPoint = readonly [longitude: number, latitude: number, weight: number];

/** Everything drawn above the map's own layers. A part that is the same object as before is not redrawn. */
export interface Overlays {
  zones: readonly ZoneShape[];
  selectedZone: string | null;
  routes: readonly RouteLine[];
  heat: readonly HeatPoint[];
  /** From the store to the door of the selected task. */
  link: readonly (readonly [number, number])[];
  /** The part of Qatar that no zone covers. */
  uncovered: Polygon | MultiPolygon | null;
}

export const NO_OVERLAYS: Overlays = {
  zones: [],
  selectedZone: null,
  routes: [],
  heat: [],
  link: [],
  uncovered: null,
};

const SOURCES = [
  'wasl-zones',
  'wasl-zone-names',
  'wasl-routes',
  'wasl-heat',
  'wasl-link',
  'wasl-uncovered',
] as const;
type SourceId = (typeof SOURCES)[number];

const DATA: Record<SourceId, (overlays: Overlays) => FeatureCollection> = {
  'wasl-zones': ({ zones, selectedZone }) => collection(zones.map((zone) => zoneFeature(zone, selectedZone))),
  'wasl-zone-names': ({ zones, selectedZone }) =>
    collection(zones.map((zone) => zoneName(zone, selectedZone))),
  'wasl-routes': ({ routes }) => collection(routes.flatMap(routeFeatures)),
  'wasl-heat': ({ heat }) => collection(heat.map(heatFeature)),
  'wasl-link': ({ link }) => collection(link.length < 2 ? [] : [line(link, {})]),
  'wasl-uncovered': ({ uncovered }) =>
    collection(uncovered === null ? [] : [{ type: 'Feature', properties: {}, geometry: uncovered }]),
};

/** The parts each source is built from: it is rebuilt when one of them has changed. */
const PARTS: Record<SourceId, readonly (keyof Overlays)[]> = {
  'wasl-zones': ['zones', 'selectedZone'],
  'wasl-zone-names': ['zones', 'selectedZone'],
  'wasl-routes': ['routes'],
  'wasl-heat': ['heat'],
  'wasl-link': ['link'],
  'wasl-uncovered': ['uncovered'],
};

/** Adds our overlays above a style's own layers, so that they are there from the first frame. */
export function withOverlays(
  style: StyleSpecification,
  overlays: Overlays,
  palette: MapPalette,
): StyleSpecification {
  const sources = Object.fromEntries(
    SOURCES.map((id) => [id, { type: 'geojson' as const, data: DATA[id](overlays) }]),
  );
  return {
    ...style,
    sources: { ...style.sources, ...sources },
    layers: [...style.layers, ...overlayLayers(palette)],
  };
}

/** Applies changed overlays to a map whose style has our sources. */
export function updateOverlays(map: MapLibreMap, former: Overlays, next: Overlays): void {
  for (const id of SOURCES) {
    if (PARTS[id].every((part) => former[part] === next[part])) continue;
    map.getSource<GeoJSONSource>(id)?.setData(DATA[id](next));
  }
}

export const ZONE_FILL = 'wasl-zone-fill';

function overlayLayers(palette: MapPalette): LayerSpecification[] {
  return [
    {
      id: 'wasl-heat',
      type: 'heatmap',
      source: 'wasl-heat',
      paint: {
        'heatmap-weight': ['get', 'weight'],
        'heatmap-radius': ['interpolate', ['linear'], ['zoom'], 8, 14, 13, 46],
        'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 8, 0.8, 13, 1.6],
        'heatmap-opacity': 0.72,
      },
    },
    {
      id: ZONE_FILL,
      type: 'fill',
      source: 'wasl-zones',
      paint: {
        'fill-color': palette.zone,
        'fill-opacity': ['case', ['get', 'selected'], 0.16, ['get', 'active'], 0.04, 0.02],
      },
    },
    {
      id: 'wasl-zone-line',
      type: 'line',
      source: 'wasl-zones',
      paint: {
        'line-color': palette.zone,
        'line-width': ['case', ['get', 'selected'], 2.6, 1.1],
        'line-opacity': ['case', ['get', 'active'], 0.75, 0.35],
      },
    },
    {
      id: 'wasl-uncovered',
      type: 'fill',
      source: 'wasl-uncovered',
      paint: { 'fill-color': palette.uncovered, 'fill-opacity': 0.38 },
    },
    {
      id: 'wasl-uncovered-line',
      type: 'line',
      source: 'wasl-uncovered',
      paint: { 'line-color': palette.uncovered, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'wasl-route-straight',
      type: 'line',
      source: 'wasl-routes',
      filter: ['!', ['get', 'streets']],
      layout: { 'line-join': 'round' },
      paint: { ...routePaint(palette), 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'wasl-route-streets',
      type: 'line',
      source: 'wasl-routes',
      filter: ['get', 'streets'],
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: routePaint(palette),
    },
    {
      id: 'wasl-link',
      type: 'line',
      source: 'wasl-link',
      paint: { 'line-color': palette.selection, 'line-width': 2, 'line-dasharray': [1.5, 1.5] },
    },
    {
      id: 'wasl-zone-name',
      type: 'symbol',
      source: 'wasl-zone-names',
      minzoom: 8,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': [MAP_FONT],
        'text-size': 13,
        'symbol-sort-key': ['case', ['get', 'selected'], 0, 1],
      },
      paint: { 'text-color': palette.zone, 'text-halo-color': palette.halo, 'text-halo-width': 1.6 },
    },
  ];
}

function routePaint(palette: MapPalette): LineLayerSpecification['paint'] & object {
  return {
    'line-color': palette.route,
    'line-width': ['case', ['get', 'selected'], 4, 1.4],
    'line-opacity': ['case', ['get', 'selected'], 0.95, 0.35],
  };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function zoneFeature({ id, active, geometry }: ZoneShape, selected: string | null): Feature {
  return { type: 'Feature', properties: { id, active, selected: id === selected }, geometry };
}

/** Placed at a single point, since a name on an area is repeated in every tile the area covers. */
function zoneName({ id, name, geometry }: ZoneShape, selected: string | null): Feature<Point> {
  return {
    type: 'Feature',
    properties: { name: mapLabel(name), selected: id === selected },
    geometry: { type: 'Point', coordinates: namedAt(geometry) },
  };
}

/** Caches label points: zones are redrawn whenever one is selected, while their shapes seldom change. */
const found = new WeakMap<object, Position>();

function namedAt(geometry: ZoneShape['geometry']): Position {
  const known = found.get(geometry);
  if (known !== undefined) return known;
  const point = labelPoint(geometry);
  found.set(geometry, point);
  return point;
}

function routeFeatures({ driverId, parts, selected }: RouteLine): Feature<LineString>[] {
  return parts.map(({ points, streets }) => line(points, { driverId, selected, streets }));
}

function heatFeature([longitude, latitude, weight]: HeatPoint): Feature<Point> {
  return {
    type: 'Feature',
    properties: { weight },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

function line(
  points: readonly (readonly [number, number])[],
  properties: Record<string, unknown>,
): Feature<LineString> {
  const coordinates = points.map(([longitude, latitude]) => [longitude, latitude]);
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } };
}
