import { deflateSync } from 'node:zlib';

/** A valid PNG of one colour, with a text chunk that holds a place. */
export function png(width = 2, height = 2, colour: readonly [number, number, number] = [0, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each row begins with the number of its filter; 0 is none.
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(colour))]);
  const rows = Buffer.alloc(height * row.length, row);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0taken at 25.28 51.53', 'latin1')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** A minimal JPEG: enough for a reader of segments. Its EXIF holds `orientation` and a place. */
export function jpeg(width = 640, height = 480, orientation = 6): Buffer {
  const tiff = Buffer.alloc(38);
  tiff.write('II', 0, 'latin1');
  tiff.writeUInt16LE(42, 2);
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(2, 8);
  tiff.writeUInt16LE(0x8825, 10);
  tiff.writeUInt16LE(0x0112, 22);
  tiff.writeUInt16LE(3, 24);
  tiff.writeUInt32LE(1, 26);
  tiff.writeUInt16LE(orientation, 30);
  const frame = Buffer.alloc(15);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 25.28 51.53')])),
    segment(0xfe, Buffer.from('a comment')),
    segment(0xc0, frame),
    segment(0xda, Buffer.alloc(10)),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ]);
}

/** An extended, lossless WebP with EXIF. */
export function webp(width = 30, height = 20): Buffer {
  const extended = Buffer.alloc(10);
  extended[0] = 0b0000_1000;
  extended.writeUIntLE(width - 1, 4, 3);
  extended.writeUIntLE(height - 1, 7, 3);
  const chunks = [
    riff('VP8X', extended),
    riff('VP8L', Buffer.concat([Buffer.from([0x2f]), Buffer.alloc(11)])),
    riff('EXIF', Buffer.from('GPS 25.28 51.53')),
  ];
  const body = Buffer.concat(chunks);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return Buffer.concat([head, body]);
}

function riff(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** Two by two pixels, encoded as AV1. */
const AV1 = Buffer.from('12000a08180036881010' + '0c20320f1ff03fffffc59f87007cf84acae360', 'hex');

/**
 * A complete AVIF of two by two pixels as a phone writes it: its data in two separate pieces, with EXIF, XMP, a
 * thumbnail, a description and a proprietary box. `turned`: rotated by a quarter turn; `size`: the dimensions that the
 * file claims.
 */
export function avif({
  turned = false,
  size = [2, 2] as readonly [number, number],
  brand = 'avif',
} = {}): Buffer {
  const exif = Buffer.from('\0\0\0\0MM\0*GPS 25.28 51.53', 'latin1');
  const xmp = Buffer.from('<x:xmpmeta>GPS 25.28 51.53</x:xmpmeta>');
  const head = box('ftyp', Buffer.from(`${brand}\0\0\0\0avifmif1miafMA1B`, 'latin1'));
  const own = box('uuid', Buffer.from('0123456789abcdefmaker note'));
  const pieces = [AV1.subarray(0, 10), exif, AV1.subarray(10), xmp, AV1];
  const meta = (start: number) => avifMeta(pieces, start, turned, size);
  const start = head.length + meta(0).length + own.length + 8;
  return Buffer.concat([head, meta(start), own, box('mdat', ...pieces)]);
}

function avifMeta(
  pieces: readonly Buffer[],
  start: number,
  turned: boolean,
  size: readonly [number, number],
): Buffer {
  const places = pieces.map(({ length }, index) => {
    const before = pieces.slice(0, index).reduce((sum, piece) => sum + piece.length, 0);
    return Buffer.concat([long(start + before), long(length)]);
  });
  const place = (id: number, ...indexes: number[]) =>
    Buffer.concat([short(id, 0, 0, indexes.length), ...indexes.map((index) => places[index] ?? long(0))]);
  const info = (id: number, type: string, more = '') =>
    full('infe', 2, short(id, 0), Buffer.from(`${type}taken at 25.28\0${more}`, 'latin1'));
  const properties = [
    full('ispe', 0, long(...size)),
    full('pixi', 0, Buffer.from([3, 8, 8, 8])),
    box('av1C', Buffer.from('810d0c00', 'hex')),
    box('colr', Buffer.from('nclx'), Buffer.from('00020002000180', 'hex')),
    full('udes', 0, Buffer.from('en\0A house\0taken at 25.28\0\0', 'latin1')),
    box('irot', Buffer.from([1])),
  ];
  const own = [1, 2, 0x83, 4, 5, ...(turned ? [0x86] : [])];
  return full(
    ...(['meta', 0] as const),
    full('hdlr', 0, long(0), Buffer.from('pict'), Buffer.alloc(12), Buffer.from('camera\0', 'latin1')),
    full('pitm', 0, short(1)),
    full('iloc', 1, short(0x4400, 4), place(1, 0, 2), place(2, 1), place(3, 3), place(4, 4)),
    full(
      'iinf',
      0,
      short(4),
      info(1, 'av01'),
      info(2, 'Exif'),
      info(3, 'mime', 'application/rdf+xml\0'),
      info(4, 'av01'),
    ),
    full('iref', 0, box('cdsc', short(2, 1, 1)), box('cdsc', short(3, 1, 1)), box('thmb', short(4, 1, 1))),
    box(
      'iprp',
      box('ipco', ...properties),
      full(
        'ipma',
        0,
        long(2),
        short(1),
        Buffer.from([own.length, ...own]),
        short(4),
        Buffer.from([2, 1, 0x83]),
      ),
    ),
  );
}

function box(type: string, ...body: readonly Buffer[]): Buffer {
  const length = 8 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([long(length), Buffer.from(type, 'latin1'), ...body]);
}

function full(type: string, version: number, ...body: readonly Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, 0]), ...body);
}

function short(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 0xff])));
}

function long(...values: readonly number[]): Buffer {
  const out = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) out.writeUInt32BE(value, index * 4);
  return out;
}

/** The bytes as a request's body. */
export function asBody(bytes: Buffer, type = 'image/png'): Blob {
  return new Blob([new Uint8Array(bytes)], { type });
}
