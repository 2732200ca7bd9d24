import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { projectRoot } from '../../../db/root.ts';
import { CommandError } from '../../shared/command-error.ts';
import { type PictureSize, pictureSize } from './picture-size.ts';

export interface ShownPicture extends PictureSize {
  /** Below the guide's root; changes with the content. */
  address: string;
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
}
