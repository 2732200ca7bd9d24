import { WaslError } from '../../../actors/errors.ts';
import { BrokenImage, type CleanImage, type ImageParts, type ImageType, notAnImage } from './image-reader.ts';
import { isAvif, readAvif } from './read-avif.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/** Most pixels of one image. */
const MAX_PIXELS = 50_000_000;

interface Format {
  type: ImageType;
  begins(bytes: Buffer): boolean;
  read(bytes: Buffer): ImageParts;
}

const FORMATS: readonly Format[] = [
  {
    type: 'image/jpeg',
    begins: (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    read: readJpeg,
  },
  {
    type: 'image/png',
    begins: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    read: readPng,
  },
  {
    type: 'image/webp',
    begins: (bytes) =>
      bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
    read: readWebp,
  },
  { type: 'image/avif', begins: isAvif, read: readAvif },
];

/** The relevant parts of a request's body. */
interface Upload {
  content: Buffer;
}

/**
 * Detects an upload's format by its bytes, whatever it claims to be, and returns what may be stored. Throws
 * common.UNSUPPORTED_MEDIA_TYPE for another format, common.PAYLOAD_TOO_LARGE for too many pixels (the contract limits
 * its bytes), common.VALIDATION_FAILED for a broken or missing picture.
 */
export function cleanImage(upload: Upload | null): CleanImage {
  if (upload === null) throw notWhole();
  const { content: bytes } = upload;
  const format = FORMATS.find((each) => bytes.length >= 16 && each.begins(bytes));
  if (format === undefined) throw notAnImage('Send a JPEG, PNG, WebP or AVIF picture.');
  const { width, height, parts } = read(format, bytes);
  if (width * height > MAX_PIXELS) {
    throw new WaslError('common.PAYLOAD_TOO_LARGE', { detail: 'A picture can have at most 50 megapixels.' });
  }
  return { type: format.type, width, height, bytes: Buffer.concat(parts) };
}

function read(format: Format, bytes: Buffer): ImageParts {
  try {
    const parts = format.read(bytes);
    if (parts.width > 0 && parts.height > 0) return parts;
    throw new BrokenImage('a picture without pixels');
  } catch (error) {
    // Wrong lengths in the file lead to reads past its end.
    if (!(error instanceof BrokenImage) && !(error instanceof RangeError)) throw error;
    throw notWhole();
  }
}

function notWhole(): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/', code: 'image', message: 'must be a complete picture' }],
  });
}
