import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { deleteUnusedWords, findUnusedWords, tryToHoldVocabulary } from './search-word-store.ts';

/**
 * Takes up to `limit` words that no product has any more out of the vocabulary. They are looked for first, without a
 * lock; then, while nobody writes documents, those that still nobody has are deleted. While somebody does, nothing is:
 * it is tried again later. Answers how many.
 */
export async function purgeSearchWords(database: Database, limit: number): Promise<number> {
  const words = await findUnusedWords(database, limit);
  if (words.length === 0) return 0;
  return inTransaction(database, async (trx) => {
    if (!(await tryToHoldVocabulary(trx))) return 0;
    // A statement of its own: what was written until the lock was there is seen.
    return deleteUnusedWords(trx, words);
  });
}
