import { escapeHtml } from '../sources/html.ts';
import type { ShownPicture } from './picture-shelf.ts';

export interface PictureUse {
  /** The way from the page to the root of the guide. */
  root: string;
  alt: string;
  /** Whether it is on the first screen of its page: others are loaded when they are near. */
  early: boolean;
}

export function pictureHtml({ address, width, height }: ShownPicture, use: PictureUse): string {
  const { root, alt, early } = use;
  const loading = early ? ' fetchpriority="high"' : ' loading="lazy" decoding="async"';
  return `<img src="${root}${address}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"${loading}>`;
}

/** A picture of a screen, which opens in full size: a desk's screen is too small to read on a phone. */
export function screenHtml(picture: ShownPicture, use: PictureUse): string {
  const kind = picture.height > picture.width ? 'phone' : 'desk';
  return `<a class="screen ${kind}" href="${use.root}${picture.address}">${pictureHtml(picture, use)}</a>`;
}
