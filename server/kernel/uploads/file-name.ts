import { randomBytes } from 'node:crypto';
import type { ImageType } from './image-reader.ts';

/** Who may look at a picture: everybody who finds it, or only whoever was given its address. */
export type Audience = 'public' | 'private';

const ENDINGS: { readonly [type in ImageType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
};
const PUBLIC = 'p-';
const NAME = /^(?:p-)?[0-9a-f]{48}\.(jpg|png|webp|avif)$/;

/** A name that nobody can guess. It tells the type and the audience, and what it stands for never changes. */
export function newFileName(type: ImageType, audience: Audience): string {
  const prefix = audience === 'public' ? PUBLIC : '';
  return `${prefix}${randomBytes(24).toString('hex')}.${ENDINGS[type]}`;
}

/** Null for what is no name of a stored picture. */
export function readFileName(name: string): { type: ImageType; audience: Audience } | null {
  const ending = NAME.exec(name)?.[1];
  const type = (Object.keys(ENDINGS) as ImageType[]).find((each) => ENDINGS[each] === ending);
  if (type === undefined) return null;
  return { type, audience: name.startsWith(PUBLIC) ? 'public' : 'private' };
}
