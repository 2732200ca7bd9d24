import { WaslError } from '../../../actors/errors.ts';

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';

/** Seconds a picture may be cached: the content of a name never changes. */
export const YEAR_S = 365 * 86_400;

/** An image as stored: its pixels and what is needed to draw them, without camera or location data. */
export interface CleanImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
}

/** Result of one format's reader: the parts to keep, in order, and the displayed size in pixels. */
export interface ImageParts {
  width: number;
  height: number;
  parts: Buffer[];
}

/** Thrown by readers for bytes that start like an image but are not a valid one. */
export class BrokenImage extends Error {}

export function notAnImage(detail: string): WaslError {
  return new WaslError('common.UNSUPPORTED_MEDIA_TYPE', { detail });
}
