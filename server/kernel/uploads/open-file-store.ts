import type { Config } from '../process/config.ts';
import { DiskFileStore } from './disk-file-store.ts';
import type { FileStore } from './file-store.ts';
import { S3FileStore } from './s3-file-store.ts';

/** The configured picture storage. */
export function openFileStore({ uploads }: Pick<Config, 'uploads'>): FileStore {
  return uploads.store === 's3' ? new S3FileStore(uploads.bucket) : new DiskFileStore(uploads.folder);
}
