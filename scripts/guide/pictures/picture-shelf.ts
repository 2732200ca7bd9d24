import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';
import { CommandError } from '../../shared/command-error.ts';
import { pictureFile } from './picture-list.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';

export interface ShownPicture extends PictureSize {
  /** Below the guide's root; changes with the content. */
  address: string;
}

/** A screen as it is in the light, and the same one in the dark. */
export interface ScreenPicture extends ShownPicture {
  /** Address of the dark one; undefined if it was not taken. */
  dark: string | undefined;
}

/** The pictures that the guide shows, each under a name that changes with its content. */
export class PictureShelf {
  readonly #shown = new Map<string, ShownPicture>();

  /** By their file from the project's root. */
  get files(): ReadonlyMap<string, ShownPicture> {
    return this.#shown;
  }

  /** @param file From the project's root. */
  take(file: string): ShownPicture {
    const known = this.#shown.get(file);
    if (known !== undefined) return known;
    if (!existsSync(join(projectRoot, file)))
      throw new CommandError(`The guide lacks the picture ${file}. docs/adding.md says how it is taken.`);
    const content = readFileSync(join(projectRoot, file));
    const size = pictureSize(content);
    if (size === undefined) throw new CommandError(`${file}: its width and height could not be read.`);
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
    const ending = extname(file);
    const picture = { ...size, address: `assets/${basename(file, ending)}-${hash}${ending}` };
    this.#shown.set(file, picture);
    return picture;
  }

  /** @param name Of a picture of a screen. */
  screen(name: string, locale: GuideLocale): ScreenPicture {
    const picture = this.take(pictureFile(name, locale, 'light'));
    const darkFile = pictureFile(name, locale, 'dark');
    if (!existsSync(join(projectRoot, darkFile))) return { ...picture, dark: undefined };
    const dark = this.take(darkFile);
    if (dark.width !== picture.width || dark.height !== picture.height)
      throw new CommandError(`${dark.address} is not as large as ${picture.address}: take both again.`);
    return { ...picture, dark: dark.address };
  }
}
