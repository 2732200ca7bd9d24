import arabicFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff2?url&no-inline';
import latinFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-500-normal.woff2?url&no-inline';
import latinExtFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-latin-ext-500-normal.woff2?url&no-inline';
import type { FontFacesSpecification, StyleSpecification } from 'maplibre-gl';
import { type BasemapParts, basemapStyle, MAP_FONT, type MapLocale } from './basemap-style.ts';
import gplUrl from './geo/GPL-3.txt?url&no-inline';
import lgplUrl from './geo/LGPL-3.txt?url&no-inline';
import landUrl from './geo/land-gshhg.geojson?url&no-inline';
import noticeUrl from './geo/NOTICE.txt?url&no-inline';
import municipalitiesUrl from './geo/qatar-municipalities.geojson?url&no-inline';
import type { MapTheme } from './map-palette.ts';

/** The files that the embedded map's licence asks to be passed on with it. */
export const MAP_NOTICES: readonly string[] = [noticeUrl, lgplUrl, gplUrl];

let parts: Promise<BasemapParts> | null = null;

/** The embedded map. Its files are read once a page. Rejects when they cannot be had; the next call tries again. */
export async function loadBasemap(theme: MapTheme, locale: MapLocale): Promise<StyleSpecification> {
  parts ??= readParts().catch((error: unknown) => {
    parts = null;
    throw error;
  });
  return basemapStyle(await parts, theme, locale);
}

/** The font that our overlays write with, which another style knows nothing of. */
export function mapFonts(): FontFacesSpecification {
  const absolute = (url: string) => new URL(url, document.baseURI).href;
  return {
    [MAP_FONT]: [
      {
        url: absolute(arabicFont),
        // With the presentation forms that shaping turns letters into.
        'unicode-range': ['U+0600-06FF', 'U+0750-077F', 'U+08A0-08FF', 'U+FB50-FDFF', 'U+FE70-FEFF'],
      },
      { url: absolute(latinExtFont), 'unicode-range': ['U+0100-024F', 'U+1E00-1EFF'] },
      { url: absolute(latinFont), 'unicode-range': ['U+0000-00FF', 'U+2000-206F'] },
    ],
  };
}

async function readParts(): Promise<BasemapParts> {
  const [land, municipalities] = await Promise.all([readJson(landUrl), readJson(municipalitiesUrl)]);
  return {
    land: land as BasemapParts['land'],
    municipalities: municipalities as BasemapParts['municipalities'],
    fonts: mapFonts(),
    attribution: `<a href="${noticeUrl}" target="_blank" rel="noopener">GSHHG · Natural Earth</a>`,
  };
}

async function readJson(url: string): Promise<unknown> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}
