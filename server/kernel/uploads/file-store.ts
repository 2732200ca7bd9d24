import type { ImageType } from './image-reader.ts';

/** Storage of picture files, by names from `newFileName`. Throws common.UNAVAILABLE if it does not respond in time. */
export interface FileStore {
  /** Resolves once the whole file is durable; until then no one finds a part of it. */
  keep(name: string, file: { type: ImageType; bytes: Buffer }): Promise<void>;
  /** Deletes an unreferenced file; a missing one is not an error. */
  discard(name: string): Promise<void>;
  /** Null if it does not exist. */
  find(name: string): Promise<Buffer | null>;
  /** Rejects with the reason while pictures cannot be stored. */
  check(): Promise<void>;
}
