import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another host with a map style whose only source is a PMTiles archive, which is read in parts. */
export interface TileHost {
  /** Of the style. */
  url: string;
  /** Ranges of the archive that were asked for. */
  ranges: string[];
  close(): Promise<void>;
}

/** `tile`: a picture (PNG) of the whole world. */
export async function startTileHost(tile: Buffer): Promise<TileHost> {
  const archive = pmtilesOf(tile);
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

const HEADER = 127;
const UNCOMPRESSED = 1;
const PNG = 2;
/** One tile: how many entries, its id, how often it is repeated, its length (a varint of two bytes), its offset plus one. */
const directoryOf = ({ length }: Buffer) => {
  if (length < 128 || length >= 16_384) throw new Error('a varint of two bytes holds 128 to 16,383');
  return Buffer.from([1, 0, 1, (length & 127) | 128, length >> 7, 1]);
};

/** PMTiles, version 3: header, directory, metadata, and the tile of zoom 0. */
function pmtilesOf(tile: Buffer): Buffer {
  const directory = directoryOf(tile);
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header[7] = 3;
  const data = HEADER + directory.length + metadata.length;
  const numbers = [
    ...[HEADER, directory.length, HEADER + directory.length, metadata.length, data, 0, data, tile.length],
    ...[1, 1, 1],
  ];
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  header.set([1, UNCOMPRESSED, UNCOMPRESSED, PNG, 0, 0], 96);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) {
    header.writeInt32LE(degrees * 10_000_000, 102 + index * 4);
  }
  return Buffer.concat([header, directory, metadata, tile]);
}
