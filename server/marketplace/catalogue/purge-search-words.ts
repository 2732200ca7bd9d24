import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { deleteUnusedWords, findUnusedWords, tryToHoldVocabulary } from './search-word-store.ts';

/**
 * Removes up to `limit` words from the vocabulary that no product contains any more. They are searched without a lock
 * first; then those still unused are deleted while no documents can be written. If a document is being written, deletes
 * nothing; the next run tries again. Returns how many.
 */
export async function purgeSearchWords(database: Database, limit: number): Promise<number> {
  const words = await findUnusedWords(database, limit);
  if (words.length === 0) return 0;
  return inTransaction(database, async (trx) => {
    if (!(await tryToHoldVocabulary(trx))) return 0;
    // A separate statement, so that it sees everything written before the lock was taken.
    return deleteUnusedWords(trx, words);
  });
}
