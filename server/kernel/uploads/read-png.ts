import { BrokenImage, type ImageParts } from './image-reader.ts';

const SIGNATURE = 8;
/** Chunks needed to draw the picture and its colours; texts, times, EXIF and unknown ones are dropped. */
const KEPT_CHUNKS = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
  'pHYs',
]);

export function readPng(bytes: Buffer): ImageParts {
  const parts = [bytes.subarray(0, SIGNATURE)];
  let size: { width: number; height: number } | null = null;
  let at = SIGNATURE;
  for (;;) {
    if (at + 12 > bytes.length) throw new BrokenImage('a PNG without an end');
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) throw new BrokenImage('a PNG cut off in a chunk');
    if (type === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (size === null) throw new BrokenImage('a PNG that does not begin with its size');
    if (KEPT_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return { ...size, parts };
    at = end;
  }
}
