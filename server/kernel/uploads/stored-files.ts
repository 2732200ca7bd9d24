import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { type Audience, newFileName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import type { CleanImage } from './image-reader.ts';
import { deleteStoredFiles, insertStoredFile, lockUnused, postponeStoredFiles } from './stored-file-store.ts';

interface FileDependencies {
  database: Database;
  files: FileStore;
}

/** Few, because their rows are locked while the files are deleted. */
const BATCH_SIZE = 100;

/**
 * Stores a picture under a new name, which the caller writes into a row of its own. If no row refers to it,
 * `collectUnused` deletes the file later; nothing is deleted immediately, because a commit whose response was lost may
 * have succeeded.
 */
export async function storeFile(
  { database, files }: FileDependencies,
  image: Pick<CleanImage, 'type' | 'bytes'>,
  audience: Audience,
): Promise<string> {
  const name = newFileName(image.type, audience);
  await insertStoredFile(database, name);
  await files.keep(name, image);
  return name;
}

/**
 * Deletes up to `limit` pictures unreferenced for a day; returns how many it processed. The file is deleted before its
 * row; after a crash in between, the next run repeats it. A file that cannot be deleted waits another day.
 */
export async function collectUnused(deps: FileDependencies, limit: number): Promise<number> {
  let done = 0;
  while (done < limit) {
    const size = Math.min(BATCH_SIZE, limit - done);
    const count = await collectBatch(deps, size);
    done += count;
    if (count < size) break;
  }
  return done;
}

async function collectBatch({ database, files }: FileDependencies, size: number): Promise<number> {
  const { names, failures } = await inTransaction(database, async (trx) => {
    const due = await lockUnused(trx, size);
    const outcomes = await Promise.allSettled(due.map((name) => files.discard(name)));
    const gone = due.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    const left = due.filter((name) => !gone.includes(name));
    await deleteStoredFiles(trx, gone);
    await postponeStoredFiles(trx, left);
    return { names: due, failures: outcomes.filter((outcome) => outcome.status === 'rejected') };
  });
  if (failures[0] !== undefined) throw failures[0].reason;
  return names.length;
}
