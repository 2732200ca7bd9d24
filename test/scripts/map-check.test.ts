import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkMap } from '../../scripts/map/check/check-map.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { png } from '../support/pictures.ts';
import { pmtilesOf } from '../support/pmtiles-archive.ts';

const CREDIT = '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap contributors</a>';
const TILE = png(256, 256, [200, 30, 60]);

interface Host {
  url: string;
  files: Map<string, string | Buffer>;
  /** Whether other hosts' pages may have its files. */
  open: boolean;
}

describe('npm run map:check', () => {
  let server: Server;
  let host: Host;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'wasl-map-check-'));
    server = createServer((request, response) => {
      const file = host.files.get(decodeURIComponent(request.url ?? ''));
      if (host.open) response.setHeader('Access-Control-Allow-Origin', '*');
      if (file === undefined) return response.writeHead(404).end();
      const bytes = Buffer.from(file);
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
      if (range === null) return response.end(bytes);
      const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
      const end = Number(range[1]) + part.length - 1;
      response.writeHead(206, { 'Content-Range': `bytes ${range[1]}-${end}/${bytes.length}` });
      return response.end(part);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      files: new Map(),
      open: true,
    };
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    host.open = true;
    host.files.clear();
  });

  /** Everything that a map needs, on one host. */
  const goodMap = () => {
    host.files.set('/map.pmtiles', pmtilesOf({ tile: TILE, metadata: { attribution: CREDIT }, maxZoom: 14 }));
    for (const range of ['0-255', '1536-1791', '65024-65279'])
      host.files.set(`/fonts/Plex Arabic/${range}.pbf`, '-');
    for (const end of ['.json', '.png', '@2x.json', '@2x.png']) host.files.set(`/sprite${end}`, '{}');
    return {
      version: 8,
      glyphs: `${host.url}/fonts/{fontstack}/{range}.pbf`,
      sprite: `${host.url}/sprite`,
      sources: {
        world: { type: 'raster', url: `pmtiles://${host.url}/map.pmtiles`, tileSize: 256 },
        names: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
      },
      layers: [
        { id: 'world', type: 'raster', source: 'world' },
        {
          id: 'names',
          type: 'symbol',
          source: 'names',
          layout: {
            'text-field': ['concat', ['get', 'name:ar'], '\n', ['get', 'name:en']],
            'text-font': ['Plex Arabic'],
          },
        },
      ],
    };
  };
  const check = (what: string, env: Record<string, string> = {}) => run([what], env);
  const checkStyle = (style: object, env: Record<string, string> = {}) => {
    host.files.set('/style.json', JSON.stringify(style));
    return check(`${host.url}/style.json`, env);
  };

  it('finds nothing wrong with a complete style', async () => {
    const { code, lines } = await checkStyle(goodMap());
    expect(lines).to.include.members([
      'ok    a valid style; sources: 2, layers: 2 (1 raster, 1 symbol)',
      'ok    source world: PMTiles 3, pictures (PNG)',
      'ok    source world: covers Qatar (-180, -85, 180, 85)',
      'ok    attribution: © OpenStreetMap contributors',
      'ok    layers write names in Arabic and English, whichever language the reader has chosen',
      'ok    font Plex Arabic: Latin and Arabic letters',
      `ok    sprite ${host.url}/sprite: available, also for high-density screens`,
      `ok    loads from ${host.url} alone`,
    ]);
    expect(lines.filter((line) => !line.startsWith('ok'))).to.deep.equal(['0 wrong, 0 to know.']);
    expect(code).to.equal(0);
  });

  it('names what is missing, one line each', async () => {
    const style = goodMap();
    for (const name of ['/fonts/Plex Arabic/0-255.pbf', '/sprite@2x.png']) host.files.delete(name);
    host.files.set('/map.pmtiles', pmtilesOf({ tile: TILE, bounds: [2, 48, 3, 49], maxZoom: 10 }));
    const [world, names] = style.layers;
    const { code, lines } = await checkStyle({
      ...style,
      layers: [
        world,
        { ...names, layout: { ...names?.layout, 'text-field': ['get', 'name'], 'text-fnt': 1 } },
      ],
    });
    expect(lines).to.include.members([
      'wrong layers[1].layout.text-fnt: unknown property "text-fnt"',
      'wrong source world: does not cover Doha (2, 48, 3, 49)',
      'note  source world: ends at zoom 10; streets want 13 and more',
      'wrong no source says whose data it is; OpenStreetMap asks for "© OpenStreetMap contributors"',
      'note  no layer writes Arabic or English names from a field of that language; readers of both languages use this map',
      `wrong font Plex Arabic: no glyphs at ${host.url}/fonts/{fontstack}/{range}.pbf`,
      `wrong sprite ${host.url}/sprite: @2x.png cannot be fetched`,
    ]);
    expect(code).to.equal(1);
  });

  it('names what pages of the consoles may not load: because of the other host, and of their own policy', async () => {
    const style = goodMap();
    host.files.set('/style.json', JSON.stringify(style));
    host.open = false;
    const closed = await check(`${host.url}/style.json`);
    const why = 'not for pages of https://wasl.example.qa (no Access-Control-Allow-Origin)';
    expect(closed.lines).to.include(`wrong ${host.url}/style.json: ${why}`);
    host.open = true;
    const file = join(folder, 'style.json');
    writeFileSync(file, JSON.stringify(style));
    const refused = `wrong the consoles would refuse ${host.url}: set MAP_ORIGINS=${host.url}`;
    expect((await check(file)).lines).to.include(refused);
    expect((await check(file, { MAP_ORIGINS: host.url })).code).to.equal(0);
  });

  it('judges tiles without an archive by their TileJSON and a tile over Doha', async () => {
    const style = goodMap();
    const tiles = { attribution: CREDIT, bounds: [50, 24, 52, 27], minzoom: 0, maxzoom: 14 };
    host.files.set('/tiles.json', JSON.stringify({ ...tiles, tiles: [`${host.url}/{z}/{x}/{y}.png`] }));
    const sources = { ...style.sources, world: { type: 'raster', url: `${host.url}/tiles.json` } };
    const over = `${host.url}/12/2634/1750.png`;
    const without = await checkStyle({ ...style, sources });
    expect(without.lines).to.include(`wrong source world: ${over}: HTTP 404`);
    host.files.set('/12/2634/1750.png', TILE);
    const { code, lines } = await checkStyle({ ...style, sources });
    expect(lines).to.include.members([
      'ok    source world: has a tile over Doha',
      'ok    source world: zooms 0 to 14',
    ]);
    expect(code).to.equal(0);
  });

  it('judges an archive by itself, and explains how a style refers to it', async () => {
    const file = join(folder, 'qatar.pmtiles');
    writeFileSync(file, pmtilesOf({ tile: TILE, metadata: { attribution: CREDIT }, maxZoom: 14 }));
    const { code, lines } = await check(file);
    expect(lines[0]).to.equal(`ok    ${file}: PMTiles 3, pictures (PNG)`);
    expect(lines.join('\n')).to.include(`"pmtiles://${file}"`);
    expect(code).to.equal(0);
    writeFileSync(file, 'no archive at all');
    const broken = await check(file);
    expect(broken.lines[0]).to.match(/^wrong .*qatar\.pmtiles: not a PMTiles archive/);
    expect(broken.code).to.equal(1);
  });

  it('refuses unreadable input, and an invalid origin, in one line', async () => {
    const text = join(folder, 'words.json');
    writeFileSync(text, 'words');
    for (const [args, said] of [
      [[join(folder, 'missing.json')], /missing\.json cannot be read: ENOENT/],
      [[text], /words\.json is not JSON; a PMTiles archive ends with \.pmtiles/],
      [[text, '--origin', 'wasl'], /--origin must be an address such as/],
      [[], /Something is missing\. Usage: npm run map:check FILE_OR_URL/],
    ] as const) {
      const { code, lines } = await run(args, {});
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(said);
      expect(code).to.equal(1);
    }
  });
});

/** The command's output, line by line; `command-line.test.ts` runs it as npm does. */
async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; lines: string[] }> {
  const said: string[] = [];
  const { MAP_ORIGINS: _, PUBLIC_ORIGIN: __, ...rest } = process.env;
  const code = await checkMap(args, { ...rest, ...env }, (line) => said.push(line)).catch((error: Error) => {
    expect(error).to.be.instanceOf(CommandError);
    said.push(error.message);
    return 1;
  });
  return {
    code,
    lines: said
      .join('\n')
      .split('\n')
      .filter((line) => line !== ''),
  };
}
