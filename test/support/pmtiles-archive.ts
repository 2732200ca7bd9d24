const HEADER = 127;
const UNCOMPRESSED = 1;
const PNG = 2;
const WORLD = [-180, -85, 180, 85] as const;

interface Archive {
  /** The picture (PNG) that every tile shows. */
  tile: Buffer;
  metadata?: object;
  /** What the header claims: west, south, east and north, and the highest zoom. */
  bounds?: readonly [number, number, number, number];
  maxZoom?: number;
}

/** PMTiles, version 3: header, directory, metadata, and one tile that serves every place. */
export function pmtilesOf({ tile, metadata = {}, bounds = WORLD, maxZoom = 0 }: Archive): Buffer {
  const directory = directoryOf(tile, maxZoom);
  const about = Buffer.from(JSON.stringify(metadata));
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header[7] = 3;
  const data = HEADER + directory.length + about.length;
  const numbers = [
    ...[HEADER, directory.length, HEADER + directory.length, about.length, data, 0, data, tile.length],
    ...[1, 1, 1],
  ];
  for (const [index, number] of numbers.entries()) header.writeBigUInt64LE(BigInt(number), 8 + index * 8);
  header.set([1, UNCOMPRESSED, UNCOMPRESSED, PNG, 0, maxZoom], 96);
  for (const [index, degrees] of bounds.entries()) header.writeInt32LE(degrees * 10_000_000, 102 + index * 4);
  return Buffer.concat([header, directory, about, tile]);
}

/**
 * One entry: its first id, how often it is repeated (for every tile of every zoom), its length, and its offset plus
 * one.
 */
function directoryOf({ length }: Buffer, maxZoom: number): Buffer {
  const everywhere = (4 ** (maxZoom + 1) - 1) / 3;
  return Buffer.from([1, 0, ...varint(everywhere), ...varint(length), 1]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
