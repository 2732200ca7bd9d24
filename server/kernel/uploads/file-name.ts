import { randomBytes } from 'node:crypto';
import type { ImageType } from './image-reader.ts';

/** Who may view a picture: anyone, or only someone given a link to it a short time ago. */
export type Audience = 'public' | 'private';

export const ENDINGS: { readonly [type in ImageType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const PUBLIC = 'p-';
const NAME = /^(?:p-)?[0-9a-f]{48}\.(jpg|png|webp|avif)$/;
/** Of a public picture, for a web server that serves these by itself. */
export const PUBLIC_NAME = `${PUBLIC}[0-9a-f]{48}`;

/** An unguessable name. It contains type and audience, and its content never changes. */
export function newFileName(type: ImageType, audience: Audience): string {
  const prefix = audience === 'public' ? PUBLIC : '';
  return `${prefix}${randomBytes(24).toString('hex')}.${ENDINGS[type]}`;
}

/** Null if it is not the name of a stored picture. */
export function readFileName(name: string): { type: ImageType; audience: Audience } | null {
  const ending = NAME.exec(name)?.[1];
  const type = (Object.keys(ENDINGS) as ImageType[]).find((each) => ENDINGS[each] === ending);
  if (type === undefined) return null;
  return { type, audience: name.startsWith(PUBLIC) ? 'public' : 'private' };
}
