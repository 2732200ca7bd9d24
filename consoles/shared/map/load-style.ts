import arabicFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff2?url&no-inline';
import latinFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-500-normal.woff2?url&no-inline';
import latinExtFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-ext-500-normal.woff2?url&no-inline';
import type { FontFacesSpecification, StyleSpecification } from 'maplibre-gl';
import { basemapStyle } from './basemap-style.ts';
import districtsUrl from './geo/districts.geojson?url&no-inline';
import gplUrl from './geo/GPL-3.txt?url&no-inline';
import lgplUrl from './geo/LGPL-3.txt?url&no-inline';
import farUrl from './geo/land-far.geojson?url&no-inline';
import neighboursUrl from './geo/land-gshhg.geojson?url&no-inline';
import qatarUrl from './geo/land-qatar.geojson?url&no-inline';
import noticeUrl from './geo/NOTICE.txt?url&no-inline';
import placesUrl from './geo/places.geojson?url&no-inline';
import streetsUrl from './geo/streets-main.geojson?url&no-inline';
import minorUrl from './geo/streets-minor.geojson?url&no-inline';
import { MAP_FONT, type MapLocale } from './map-language.ts';
import type { MapTheme } from './map-palette.ts';

/** Licence files that have to be distributed with the embedded map. */
export const MAP_NOTICES: readonly string[] = [noticeUrl, lgplUrl, gplUrl];

/** The embedded map. Its files are read by the map's worker, off the main thread. */
export function embeddedStyle(theme: MapTheme, locale: MapLocale): StyleSpecification {
  const files = {
    far: absolute(farUrl),
    neighbours: absolute(neighboursUrl),
    qatar: absolute(qatarUrl),
    districts: absolute(districtsUrl),
    streets: absolute(streetsUrl),
    places: absolute(placesUrl),
  };
  const credits = {
    streets: link('https://www.openstreetmap.org/copyright', '© OpenStreetMap contributors'),
    rest: link(noticeUrl, 'Who’s On First · GeoNames · GSHHG'),
  };
  return basemapStyle({ files, fonts: mapFonts(), credits }, theme, locale);
}

/** Twice as large as the rest of the map together and only visible close up: loaded when zoomed in that far. */
export function minorStreets(): string {
  return absolute(minorUrl);
}

/** The font of our overlays, which a configured style does not have. */
export function mapFonts(): FontFacesSpecification {
  return {
    [MAP_FONT]: [
      {
        url: absolute(arabicFont),
        // Includes the presentation forms that shaping turns letters into.
        'unicode-range': ['U+0600-06FF', 'U+0750-077F', 'U+08A0-08FF', 'U+FB50-FDFF', 'U+FE70-FEFF'],
      },
      { url: absolute(latinExtFont), 'unicode-range': ['U+0100-024F', 'U+1E00-1EFF'] },
      { url: absolute(latinFont), 'unicode-range': ['U+0000-00FF', 'U+2000-206F'] },
    ],
  };
}

function absolute(url: string): string {
  return new URL(url, document.baseURI).href;
}

function link(url: string, words: string): string {
  return `<a href="${url}" target="_blank" rel="noopener">${words}</a>`;
}
