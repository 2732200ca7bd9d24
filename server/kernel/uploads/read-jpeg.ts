import { BrokenImage, type ImageParts } from './image-reader.ts';

const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;
const JFIF = 0xe0;
const EXIF = 0xe1;
const PROFILE = 0xe2;
const ADOBE = 0xee;
const COMMENT = 0xfe;

/**
 * The segments of a JPEG needed to draw it, without EXIF, XMP, thumbnails, comments and anything after its end. The
 * orientation, which is in EXIF, is kept separately.
 */
export function readJpeg(bytes: Buffer): ImageParts {
  const parts = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  let turned = false;
  let at = 2;
  for (;;) {
    const marker = markerAt(bytes, at);
    if (marker === END) {
      if (size === null) throw new BrokenImage('a JPEG without a frame');
      parts.push(bytes.subarray(at, at + 2));
      return { ...(turned ? { width: size.height, height: size.width } : size), parts };
    }
    const end = at + 2 + lengthAt(bytes, at + 2);
    if (end > bytes.length) throw new BrokenImage('a JPEG cut off in a segment');
    const segment = bytes.subarray(at, end);
    if (marker === EXIF) {
      const orientation = orientationOf(segment);
      if (orientation > 1) parts.push(orientationSegment(orientation));
      turned ||= orientation >= MIN_SIDEWAYS_ORIENTATION;
    } else if (marker === JFIF) parts.push(...withoutThumbnail(segment));
    else if (isKept(marker, segment)) parts.push(segment);
    if (isFrame(marker)) size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) };
    at = end;
    if (marker === SCAN) {
      const next = endOfScan(bytes, end);
      parts.push(bytes.subarray(end, next));
      at = next;
    }
  }
}

function markerAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length || bytes[at] !== 0xff) throw new BrokenImage('a JPEG cut off between segments');
  const marker = bytes[at + 1] ?? 0;
  if (marker === 0 || marker === START || marker === 0xff)
    throw new BrokenImage('a JPEG with a wrong marker');
  return marker;
}

function lengthAt(bytes: Buffer, at: number): number {
  if (at + 2 > bytes.length) throw new BrokenImage('a JPEG cut off in a segment');
  const length = bytes.readUInt16BE(at);
  if (length < 2) throw new BrokenImage('a JPEG segment without length');
  return length;
}

/** Application segments that affect colours; drops the additional pictures that phones embed. */
function isKept(marker: number, segment: Buffer): boolean {
  if (marker === COMMENT) return false;
  if (marker === PROFILE) return segment.toString('latin1', 4, 16) === 'ICC_PROFILE\0';
  const isApplication = marker >= JFIF && marker <= 0xef;
  return !isApplication || marker === ADOBE;
}

/** Keeps only the resolution; the JFXX extension contains nothing but a thumbnail. */
function withoutThumbnail(segment: Buffer): Buffer[] {
  if (segment.length < 18 || segment.toString('latin1', 4, 9) !== 'JFIF\0') return [];
  return [Buffer.from([0xff, JFIF, 0, 16]), segment.subarray(4, 16), Buffer.alloc(2)];
}

/** SOF0 to SOF15, except tables and the reserved one. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Entropy-coded data ends at the first marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new BrokenImage('a JPEG without an end');
}

const EXIF_HEADER = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x0112;
const MAX_ENTRIES = 64;
/** From this orientation on, width and height are swapped for display. */
const MIN_SIDEWAYS_ORIENTATION = 5;

/** 1 (upright) to 8; 1 if unreadable. */
function orientationOf(segment: Buffer): number {
  const tiff = segment.subarray(4 + EXIF_HEADER.length);
  if (!segment.subarray(4, 4 + EXIF_HEADER.length).equals(EXIF_HEADER) || tiff.length < 8) return 1;
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const directory = long(4);
  if (directory + 2 > tiff.length) return 1;
  const entries = Math.min(MAX_ENTRIES, short(directory));
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > tiff.length) return 1;
    if (short(entry) !== ORIENTATION) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** A minimal EXIF segment with the orientation, without which a phone's picture would be shown sideways. */
function orientationSegment(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM', 0, 'latin1');
  tiff.writeUInt16BE(42, 2);
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(ORIENTATION, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const body = Buffer.concat([EXIF_HEADER, tiff]);
  const head = Buffer.from([0xff, EXIF, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}
