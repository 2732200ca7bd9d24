import type { ImageType } from './image-reader.ts';

/**
 * Where the bytes of pictures lie, by names of `newFileName`. Throws common.UNAVAILABLE when the place does not
 * answer in time.
 */
export interface FileStore {
  /** The file is whole, and kept, when the promise resolves; until then nobody finds a part of it. */
  keep(name: string, file: { type: ImageType; bytes: Buffer }): Promise<void>;
  /** What nothing refers to any more; a file that is not there is no fault. */
  discard(name: string): Promise<void>;
  /** Null when there is none. */
  find(name: string): Promise<Buffer | null>;
  /** Rejects, saying why, while pictures cannot be kept. */
  check(): Promise<void>;
}
