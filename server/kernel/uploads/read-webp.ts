import { BrokenImage, type ImageParts } from './image-reader.ts';

const HEADER = 12;
/** Chunks of a still picture: extended header, colours, transparency, pixels. */
const KEPT_CHUNKS = new Set(['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L']);
/** Flags of the extended header for EXIF and XMP. */
const METADATA = 0b0000_1100;
const ANIMATED = 0b0000_0010;

export function readWebp(bytes: Buffer): ImageParts {
  const declared = 8 + bytes.readUInt32LE(4);
  if (declared > bytes.length) throw new BrokenImage('a WebP cut off');
  const chunks: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  for (let at = HEADER; at + 8 <= declared; ) {
    const type = bytes.toString('latin1', at, at + 4);
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const padded = Math.min(declared, end + (end % 2));
    if (end > declared) throw new BrokenImage('a WebP cut off in a chunk');
    if (KEPT_CHUNKS.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, padded));
      size ??= sizeOf(type, chunk);
      if (type === 'VP8X') chunk[8] = withoutMetadata(chunk[8] ?? 0);
      chunks.push(chunk);
    }
    at = padded;
  }
  if (
    size === null ||
    !chunks.some((chunk) => chunk.toString('latin1', 0, 3) === 'VP8' && chunk[3] !== 0x58)
  ) {
    throw new BrokenImage('a WebP without a picture');
  }
  return { ...size, parts: [header(chunks), ...chunks] };
}

function withoutMetadata(flags: number): number {
  if ((flags & ANIMATED) !== 0) throw new BrokenImage('a WebP that moves');
  return flags & ~METADATA;
}

function header(chunks: readonly Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return head;
}

function sizeOf(type: string, chunk: Buffer): { width: number; height: number } | null {
  if (chunk.length < 18) throw new BrokenImage('a WebP with a short chunk');
  if (type === 'VP8X') return { width: 1 + chunk.readUIntLE(12, 3), height: 1 + chunk.readUIntLE(15, 3) };
  if (type === 'VP8 ') {
    return { width: chunk.readUInt16LE(14) & 0x3fff, height: chunk.readUInt16LE(16) & 0x3fff };
  }
  if (type !== 'VP8L') return null;
  const bits = chunk.readUInt32LE(9);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) };
}
