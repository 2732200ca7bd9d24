import { access, constants, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './file-store.ts';
import type { ImageType } from './image-reader.ts';

/** Pictures in one folder shared by all processes. */
export class DiskFileStore implements FileStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async keep(name: string, { bytes }: { type: ImageType; bytes: Buffer }): Promise<void> {
    await this.#makeFolder();
    const unfinished = this.#unfinished(name);
    const file = await open(unfinished, 'wx', 0o640);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, this.#path(name));
  }

  async discard(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
    await rm(this.#unfinished(name), { force: true });
  }

  async find(name: string): Promise<Buffer | null> {
    try {
      return await readFile(this.#path(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async check(): Promise<void> {
    await this.#makeFolder();
    await access(this.#folder, constants.W_OK);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o750 });
  }

  #path(name: string): string {
    return path.join(this.#folder, name);
  }

  #unfinished(name: string): string {
    return `${this.#path(name)}.part`;
  }
}
