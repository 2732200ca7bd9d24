import { escapeHtml } from '../sources/html.ts';
import type { ScreenPicture, ShownPicture } from './picture-shelf.ts';

export interface PictureUse {
  /** The way from the page to the root of the guide. */
  root: string;
  alt: string;
  /** Whether it is on the first screen of its page: others are loaded when they are near. */
  early: boolean;
}

/** A screen in the theme of the page: the system's, unless consoles/docs/theme.ts says otherwise. */
export function themedHtml(picture: ScreenPicture, use: PictureUse): string {
  if (picture.dark === undefined) return pictureHtml(picture, use);
  const dark = `<source media="(prefers-color-scheme: dark)" srcset="${use.root}${picture.dark}">`;
  return `<picture>${dark}${pictureHtml(picture, use)}</picture>`;
}

export function pictureHtml({ address, width, height }: ShownPicture, use: PictureUse): string {
  const { root, alt, early } = use;
  const loading = early ? ' fetchpriority="high"' : ' loading="lazy" decoding="async"';
  return `<img src="${root}${address}" width="${width}" height="${height}" alt="${escapeHtml(alt)}"${loading}>`;
}

/** A screen's picture, which opens in full size: a desk's screen is too small to read on a phone. */
export function screenHtml(picture: ScreenPicture, use: PictureUse): string {
  const kind = picture.height > picture.width ? 'phone' : 'desk';
  return `<a class="screen ${kind}" href="${use.root}${picture.address}">${themedHtml(picture, use)}</a>`;
}
