import type { PhotoBody } from '../queue/action.ts';

/** Pixels of the longer side: enough to read a house number, small enough for a weak network. */
const MAX_SIDE_PIXELS = 1_600;
const TYPE = 'image/jpeg';
const QUALITY = 0.8;

/** Returns the picture upright, scaled down and without camera metadata. Throws if the file is not a picture. */
export async function shrinkPhoto(file: Blob): Promise<PhotoBody> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, MAX_SIDE_PIXELS / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser draws nothing');
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE, QUALITY));
    if (blob === null) throw new Error('this browser writes no pictures');
    return { type: blob.type, bytes: await blob.arrayBuffer() };
  } finally {
    picture.close();
  }
}
