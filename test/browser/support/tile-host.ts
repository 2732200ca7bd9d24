import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pmtilesOf } from '../../support/pmtiles-archive.ts';

/** Another host with a map style whose only source is a PMTiles archive, which is read in parts. */
export interface TileHost {
  /** The URL of the style. */
  url: string;
  /** Requested ranges of the archive. */
  ranges: string[];
  close(): Promise<void>;
}

/** `tile`: a picture (PNG) of the whole world. The archive contains the attribution. */
export async function startTileHost(tile: Buffer, attribution: string): Promise<TileHost> {
  const archive = pmtilesOf({ tile, metadata: { attribution } });
  const ranges: string[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    if (request.method === 'OPTIONS') return response.end();
    if (request.url === '/style.json') {
      response.setHeader('Content-Type', 'application/json');
      return response.end(JSON.stringify(styleOf(origin)));
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (request.url !== '/map.pmtiles' || range === null) return response.writeHead(404).end();
    ranges.push(range[0]);
    const part = archive.subarray(Number(range[1]), Number(range[2]) + 1);
    const end = Number(range[1]) + part.length - 1;
    response.writeHead(206, { 'Content-Range': `bytes ${range[1]}-${end}/${archive.length}` });
    return response.end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/style.json`,
    ranges,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function styleOf(origin: string): object {
  const url = `pmtiles://${origin}/map.pmtiles`;
  return {
    version: 8,
    sources: { world: { type: 'raster', url, tileSize: 256 } },
    layers: [{ id: 'world', type: 'raster', source: 'world' }],
  };
}
