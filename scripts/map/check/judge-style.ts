import {
  type LayerSpecification,
  type SourceSpecification,
  type StyleSpecification,
  validateStyleMin,
} from '@maplibre/maplibre-gl-style-spec';
import { type Asker, fetchJson, fetchPart, Unreachable } from './fetch-part.ts';
import type { Findings } from './findings.ts';
import { HostSource, judgeArchive } from './judge-archive.ts';
import { judgeBounds, judgeNames, judgeZooms, languagesMissing, tileOverDoha } from './judge-tiles.ts';

const ARCHIVE = 'pmtiles://';
const MAX_FAULTS = 8;
const SAMPLE_ZOOM = 12;
/** Glyph ranges that are requested: Latin, Arabic, and Arabic presentation forms. */
const LETTERS = { Latin: '0-255', Arabic: '1536-1791', 'joined Arabic': '65024-65279' } as const;

/** Judges a style and everything it loads. Never throws. */
export async function judgeStyle(findings: Findings, style: unknown, asker: Asker): Promise<void> {
  if (!isStyle(style)) {
    findings.wrong('it is not a MapLibre style: version, sources and layers are missing');
    return;
  }
  judgeSpelling(findings, style);
  const attributions = [];
  for (const [name, source] of Object.entries(style.sources)) {
    attributions.push(await judgeSource(findings, `source ${name}`, source, asker));
  }
  const credits = [
    ...new Set(attributions.flatMap((text) => (text === null || text === '' ? [] : [wordsOf(text)]))),
  ];
  if (credits.length > 0) findings.ok(`attribution: ${credits.join(' | ')}`);
  else
    findings.wrong('no source says whose data it is; OpenStreetMap asks for "© OpenStreetMap contributors"');
  judgeNamesWritten(findings, style.layers);
  await judgeGlyphs(findings, style, asker);
  await judgeSprites(findings, style, asker);
}

function isStyle(value: unknown): value is StyleSpecification {
  if (typeof value !== 'object' || value === null) return false;
  const { version, sources, layers } = value as Partial<StyleSpecification>;
  return version !== undefined && typeof sources === 'object' && sources !== null && Array.isArray(layers);
}

function judgeSpelling(findings: Findings, style: StyleSpecification): void {
  const faults = validateStyleMin(style);
  for (const { message } of faults.slice(0, MAX_FAULTS)) findings.wrong(message);
  if (faults.length > MAX_FAULTS)
    findings.wrong(`and ${faults.length - MAX_FAULTS} more errors in the style`);
  if (faults.length > 0) return;
  const kinds = new Map<string, number>();
  for (const { type } of style.layers) kinds.set(type, (kinds.get(type) ?? 0) + 1);
  const list = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ');
  findings.ok(
    `a valid style; sources: ${Object.keys(style.sources).length}, layers: ${style.layers.length} (${list})`,
  );
}

/** Returns its attribution. */
async function judgeSource(
  findings: Findings,
  name: string,
  source: SourceSpecification,
  asker: Asker,
): Promise<string | null> {
  const own = 'attribution' in source && typeof source.attribution === 'string' ? source.attribution : null;
  if ('url' in source && typeof source.url === 'string') {
    const { url } = source;
    if (url.startsWith(ARCHIVE)) {
      return own ?? (await judgeArchive(findings, name, new HostSource(url.slice(ARCHIVE.length), asker)));
    }
    const tileJson = await reached(findings, name, () => fetchJson(url, asker));
    if (typeof tileJson !== 'object' || tileJson === null) return own;
    return (await judgeTiles(findings, name, tileJson, asker)) ?? own;
  }
  if ('tiles' in source) return judgeTiles(findings, name, source, asker);
  if (source.type === 'geojson' && typeof source.data === 'string') {
    const { data } = source;
    if (await reached(findings, name, () => fetchPart(data, asker)))
      findings.ok(`${name}: GeoJSON, reachable`);
  }
  return own;
}

/** A TileJSON, or a source that contains the same fields. */
async function judgeTiles(
  findings: Findings,
  name: string,
  tiles: object,
  asker: Asker,
): Promise<string | null> {
  const tileJson = tiles as Partial<
    Record<'tiles' | 'bounds' | 'minzoom' | 'maxzoom' | 'vector_layers' | 'attribution', unknown>
  >;
  const numberOf = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);
  const maxzoom = numberOf(tileJson.maxzoom, 22);
  if (Array.isArray(tileJson.bounds)) judgeBounds(findings, name, tileJson.bounds.map(Number));
  judgeZooms(findings, name, numberOf(tileJson.minzoom, 0), maxzoom);
  judgeNames(findings, name, tileJson.vector_layers);
  const [template] = Array.isArray(tileJson.tiles) ? tileJson.tiles : [];
  if (typeof template !== 'string') findings.wrong(`${name}: lists no tile URLs`);
  else {
    const { z, x, y } = tileOverDoha(Math.min(maxzoom, SAMPLE_ZOOM));
    const places: Record<string, string> = { z: String(z), x: String(x), y: String(y), ratio: '' };
    const url = template.replace(/\{(z|x|y|ratio)\}/g, (_, place: string) => places[place] ?? '');
    if (await reached(findings, name, () => fetchPart(url, asker)))
      findings.ok(`${name}: has a tile over Doha`);
  }
  return typeof tileJson.attribution === 'string' ? tileJson.attribution : null;
}

/** Unlike those of the embedded map, a style's names do not follow the reader's language, so both must be written. */
function judgeNamesWritten(findings: Findings, layers: readonly LayerSpecification[]): void {
  const fields = layers.flatMap((layer) =>
    layer.type === 'symbol' ? [JSON.stringify(layer.layout?.['text-field'] ?? '')] : [],
  );
  const written = fields.join();
  if (!/name/.test(written)) {
    findings.note(
      'no layer writes names: raster tiles may contain them, but a map without names is hard to work on',
    );
    return;
  }
  const missing = languagesMissing(
    (field) => written.includes(`"${field}"`) || written.includes(`{${field}}`),
  );
  if (missing.length === 0)
    findings.ok('layers write names in Arabic and English, whichever language the reader has chosen');
  else
    findings.note(
      `no layer writes ${missing.join(' or ')} names from a field of that language; readers of both languages use this map`,
    );
}

async function judgeGlyphs(findings: Findings, style: StyleSpecification, asker: Asker): Promise<void> {
  const { glyphs } = style;
  if (typeof glyphs !== 'string') {
    if (fontsOf(style.layers).length > 0)
      findings.note('the style has no glyphs: names are drawn in a font of the device');
    return;
  }
  const faces = new Set(Object.keys(style['font-faces'] ?? {}));
  for (const font of fontsOf(style.layers).filter((stack) => !faces.has(stack))) {
    const missing = [];
    for (const [letters, range] of Object.entries(LETTERS)) {
      const url = glyphs.replace('{fontstack}', encodeURIComponent(font)).replace('{range}', range);
      if (!(await isThere(url, asker))) missing.push(letters);
    }
    if (missing.length === 0) findings.ok(`font ${font}: Latin and Arabic letters`);
    else if (missing.includes('Latin')) findings.wrong(`font ${font}: no glyphs at ${glyphs}`);
    else findings.note(`font ${font}: no glyphs for ${missing.join(' and ')} letters`);
  }
}

/** Names of font stacks, as used in glyph URLs. */
function fontsOf(layers: readonly LayerSpecification[]): string[] {
  const stacks = layers.flatMap((layer) => {
    if (layer.type !== 'symbol' || layer.layout?.['text-field'] === undefined) return [];
    return stacksIn(layer.layout['text-font'] ?? ['Open Sans Regular', 'Arial Unicode MS Regular']);
  });
  return [...new Set(stacks)];
}

/** The stacks in a `text-font`, which is one list of names or an expression that contains such lists. */
function stacksIn(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  if (value[0] === 'literal') return stacksIn(value[1]);
  const isStack = value.length > 0 && value.every((one) => typeof one === 'string' && /[A-Z ]/.test(one));
  return isStack ? [value.join(',')] : value.flatMap(stacksIn);
}

async function judgeSprites(findings: Findings, { sprite }: StyleSpecification, asker: Asker): Promise<void> {
  const sheets = typeof sprite === 'string' ? [sprite] : (sprite ?? []).map(({ url }) => url);
  for (const sheet of sheets) {
    const ends = ['.json', '.png', '@2x.json', '@2x.png'];
    const missing = [];
    for (const end of ends) if (!(await isThere(`${sheet}${end}`, asker))) missing.push(end);
    if (missing.length === 0) findings.ok(`sprite ${sheet}: available, also for high-density screens`);
    else findings.wrong(`sprite ${sheet}: ${missing.join(', ')} cannot be fetched`);
  }
}

async function isThere(url: string, asker: Asker): Promise<boolean> {
  try {
    await fetchPart(url, asker);
    return true;
  } catch (error) {
    if (error instanceof Unreachable) return false;
    throw error;
  }
}

/** Null, after a finding, if it cannot be fetched. */
async function reached<T>(findings: Findings, name: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    findings.wrong(`${name}: ${error.message}`);
    return null;
  }
}

/** The plain text of an attribution, which may be HTML. */
function wordsOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&copy;/g, '©')
    .replace(/\s+/g, ' ')
    .trim();
}
