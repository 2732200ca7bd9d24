import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';

/**
 * Takes up to `limit` words that no product has any more out of the vocabulary. They are looked for first, without a
 * lock; then, while nobody writes documents, those that still nobody has are deleted. While somebody does, nothing is:
 * it is tried again later. Answers how many.
 */
export async function purgeSearchWords(database: Database, limit: number): Promise<number> {
  const { rows } = await database.raw<{ rows: { word: string }[] }>(
    `SELECT word FROM search_words
     EXCEPT SELECT word FROM product_search s CROSS JOIN unnest(tsvector_to_array(s.words)) word
     LIMIT ?`,
    [limit],
  );
  if (rows.length === 0) return 0;
  return inTransaction(database, async (trx) => {
    const { rows: held } = await trx.raw<{ rows: { alone: boolean }[] }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('search-words', 0)) AS alone`,
    );
    if (held[0]?.alone !== true) return 0;
    // A statement of its own: what was written until the lock was there is seen.
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `DELETE FROM search_words w
        WHERE w.word = ANY (?::text[])
          AND NOT EXISTS (SELECT FROM product_search s WHERE s.words @@ quote_literal(w.word)::tsquery)`,
      [rows.map(({ word }) => word)],
    );
    return rowCount;
  });
}
