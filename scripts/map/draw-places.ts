import { distance, simplify, truncate } from '@turf/turf';
import type { Feature, FeatureCollection, Point, Polygon } from 'geojson';
import { PLACES } from '../../consoles/shared/map/places.ts';

export type Collection = FeatureCollection & { attribution?: string };

interface Named {
  en: string;
  ar: string;
  rank: number;
  longitude: number;
  latitude: number;
}

/** Degrees; about fifteen metres. */
const TOLERANCE = 0.00015;
/** Kilometres within which two names refer to one place. */
const SAME_PLACE_KM = 0.45;
const SAME_NAME_KM = 15;
/** Zones above this number are rural: wide, with many places, each with its own name. City zones are districts. */
const LAST_CITY_ZONE = 67;
/** Left out: their two names refer to different places, or repeat one of the map's own in another spelling. */
const LEFT_OUT = new Set([
  ...['Al Buraythat', 'Al Hasaniyah', 'Al Huwaila', 'Al Jatlawiyah', 'Al Khisah', 'Al Qa’abiyah', 'Al Wa’b'],
  ...[
    'Abu Zuluf',
    'As Samriyah',
    'As Sulaymi al Gharbi',
    'As Sulaymi ash Sharqi',
    'As Sunay’',
    'Al Khuraytiyat',
  ],
  ...['Doha International Airport', 'Makin al Fatiyah', 'Rawdat Shamim', 'Simsimah', 'Umm Ghuwaylinah'],
  ...[
    'Umm Qarn',
    'Umm Suwayyah',
    'Umm ad Da’ah Khawzan',
    'Umm al ’Izam',
    'Zar’ al ’Atiyah',
    '’Ayn az Zughayn',
  ],
]);
const DISTRICT_RANK = 5;
const HAMLET_RANK = 6;
/** Short vowels and other marks, which maps leave out. */
const ARABIC_MARKS = /[\u064b-\u065f\u0670\u0640\u200e\u200f]/g;
const ARABIC = /[\u0621-\u064a]/;
const CREDITED = new Set(['whosonfirst', 'geonames']);

/**
 * Outlines of the districts, and the names of all places: the map's own first, then the districts', then those of
 * hamlets and farms. Each place has one name, in both languages.
 */
export function drawPlaces({ zones, places }: { zones: Collection; places: Collection }) {
  const named: Named[] = PLACES.map(({ en, ar, rank, longitude, latitude }) => ({
    en,
    ar,
    rank,
    longitude,
    latitude,
  }));
  for (const { properties } of zones.features) {
    if (Number(properties?.zone) > LAST_CITY_ZONE) continue;
    add(named, {
      ...{ en: first(properties?.name_en), ar: first(properties?.name_ar), rank: DISTRICT_RANK },
      ...{ longitude: Number(properties?.cx), latitude: Number(properties?.cy) },
    });
  }
  for (const { properties, geometry } of places.features) {
    if (geometry.type !== 'Point' || !CREDITED.has(String(properties?.src))) continue;
    if (properties?.kind !== 'locality' && properties?.kind !== 'neighbourhood') continue;
    const [longitude = Number.NaN, latitude = Number.NaN] = geometry.coordinates;
    const rank = properties.kind === 'locality' ? HAMLET_RANK : DISTRICT_RANK;
    add(named, { en: first(properties.name_en), ar: first(properties.name_ar), rank, longitude, latitude });
  }
  return {
    places: { type: 'FeatureCollection', features: named.map(pointOf) } satisfies Collection,
    districts: {
      type: 'FeatureCollection',
      features: zones.features.flatMap(outlineOf),
    } satisfies Collection,
  };
}

function add(named: Named[], place: Named): void {
  const isNamed = place.en !== '' && ARABIC.test(place.ar) && !LEFT_OUT.has(place.en);
  if (!isNamed || !Number.isFinite(place.longitude)) return;
  const isKnown = named.some((other) => {
    const kilometres = distance([place.longitude, place.latitude], [other.longitude, other.latitude]);
    const isNamesake = keyOf(other.en) === keyOf(place.en) || other.ar === place.ar;
    return kilometres < SAME_PLACE_KM || (isNamesake && kilometres < SAME_NAME_KM);
  });
  if (!isKnown) named.push(place);
}

/** The first of several names, since both languages list them in the same order. */
function first(names: unknown): string {
  if (typeof names !== 'string' || names === 'NULL') return '';
  const [name = ''] = names.split(/[/,]/);
  return name.replace(ARABIC_MARKS, '').replaceAll('`', '’').trim();
}

/** Normalises articles and spellings, which differ between sources. */
function keyOf(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/^(al|ad|ar|as|ash|at|az|an)[ -]/, '')
    .replace(/[^a-z]/g, '')
    .replace(/h$/, '');
}

function pointOf({ en, ar, rank, longitude, latitude }: Named): Feature<Point> {
  return {
    type: 'Feature',
    properties: { en, ar, rank },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

function outlineOf({ properties, geometry }: Feature): Feature[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const coarse = simplify(geometry as Polygon, { tolerance: TOLERANCE, highQuality: true });
  const shape = truncate(coarse, { precision: 5, coordinates: 2 });
  return [{ type: 'Feature', properties: { zone: properties?.zone }, geometry: shape }];
}
