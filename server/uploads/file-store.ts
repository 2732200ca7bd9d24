import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CleanImage, ImageType } from './image-reader.ts';

const ENDINGS: { readonly [type in ImageType]: string } = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};
const NAME = /^[0-9a-f]{48}\.(jpg|png|webp)$/;

/** Uploaded pictures in one folder, under names that nobody can guess: who has the name may see the picture. */
export class FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Gives the new file's name. The file is whole, and on disk, when the promise resolves. */
  async keep({ type, bytes }: Pick<CleanImage, 'type' | 'bytes'>): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o750 });
    const name = `${randomBytes(24).toString('hex')}.${ENDINGS[type]}`;
    const unfinished = `${this.#path(name)}.part`;
    const file = await open(unfinished, 'wx', 0o640);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#path(name));
    return name;
  }

  /** What nothing refers to any more; a file that is not there is no fault. */
  async discard(name: string): Promise<void> {
    if (NAME.test(name)) await rm(this.#path(name), { force: true });
  }

  /** Null for a name that is none, and for a file that is not there. */
  async find(name: string): Promise<{ type: ImageType; bytes: Buffer } | null> {
    const ending = NAME.exec(name)?.[1];
    const type = (Object.keys(ENDINGS) as ImageType[]).find((each) => ENDINGS[each] === ending);
    if (type === undefined) return null;
    try {
      return { type, bytes: await readFile(this.#path(name)) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }
}
