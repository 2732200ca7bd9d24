import { WaslError } from '../../../actors/errors.ts';

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/avif';

/** Seconds that a picture may be kept by whoever got it: its name stands for it for ever. */
export const A_YEAR = 365 * 86_400;

/** An image as it may be kept: its pixels and what draws them right, nothing that tells of the camera or the place. */
export interface CleanImage {
  type: ImageType;
  width: number;
  height: number;
  bytes: Buffer;
}

/** What a reader of one format gives: the parts worth keeping, in their order, and the size in pixels as it is seen. */
export interface ImageParts {
  width: number;
  height: number;
  parts: Buffer[];
}

/** Thrown by readers for bytes that begin like an image and are none. */
export class BrokenImage extends Error {}

export function notAnImage(detail: string): WaslError {
  return new WaslError('common.UNSUPPORTED_MEDIA_TYPE', { detail });
}
