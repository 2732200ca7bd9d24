import { WaslError } from '../../../actors/errors.ts';
import { BrokenImage, type CleanImage, type ImageParts, type ImageType, notAnImage } from './image-reader.ts';
import { isAvif, readAvif } from './read-avif.ts';
import { readJpeg } from './read-jpeg.ts';
import { readPng } from './read-png.ts';
import { readWebp } from './read-webp.ts';

/** Of one image. */
const MOST_PIXELS = 50_000_000;

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

/** The body of a request, as far as it matters here. */
interface Upload {
  content: Buffer;
}

/**
 * Judges an upload by its bytes, whatever it claims to be, and gives what may be kept of it. Throws
 * common.UNSUPPORTED_MEDIA_TYPE for another format, common.PAYLOAD_TOO_LARGE for too many pixels (its bytes are
 * limited by the contract), common.VALIDATION_FAILED for a broken picture or none.
 */
export function cleanImage(upload: Upload | null): CleanImage {
  if (upload === null) throw notWhole();
  const { content: bytes } = upload;
  const format = FORMATS.find((each) => bytes.length >= 16 && each.begins(bytes));
  if (format === undefined) throw notAnImage('Send a JPEG, PNG, WebP or AVIF picture.');
  const { width, height, parts } = read(format, bytes);
  if (width * height > MOST_PIXELS) {
    throw new WaslError('common.PAYLOAD_TOO_LARGE', { detail: 'A picture may have 50 megapixels at most.' });
  }
  return { type: format.type, width, height, bytes: Buffer.concat(parts) };
}

function read(format: Format, bytes: Buffer): ImageParts {
  try {
    const parts = format.read(bytes);
    if (parts.width > 0 && parts.height > 0) return parts;
    throw new BrokenImage('a picture without pixels');
  } catch (error) {
    // Bytes that lie about their lengths are read past their end.
    if (!(error instanceof BrokenImage) && !(error instanceof RangeError)) throw error;
    throw notWhole();
  }
}

function notWhole(): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/', code: 'image', message: 'must be a whole picture' }],
  });
}
