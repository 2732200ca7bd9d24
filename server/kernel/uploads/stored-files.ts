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

/** Few, because their rows are held while the files go. */
const BATCH = 20;

/**
 * Stores a picture under a new name, which the caller writes into a row of its own. Without one, whatever the reason,
 * `collectUnused` takes the file away: nothing is deleted on the spot, since a commit whose answer was lost may stand.
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
 * Takes away up to `limit` pictures that nothing has referred to for a day; answers how many it dealt with. The file
 * goes before its row, and a crash between is made good by the next run; one that cannot be deleted waits a day.
 */
export async function collectUnused(deps: FileDependencies, limit: number): Promise<number> {
  let done = 0;
  while (done < limit) {
    const size = Math.min(BATCH, limit - done);
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
