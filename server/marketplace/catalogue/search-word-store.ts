import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, boolean, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Vocabulary words that no product contains, at most `limit`. */
export async function findUnusedWords(database: Database, limit: number): Promise<string[]> {
  return (await findUnused.all(database, { limit })).map(({ word }) => word);
}

const findUnused = statement({
  name: 'catalogue.find_unused_words',
  sql: `SELECT word FROM search_words
        EXCEPT SELECT word FROM product_search s CROSS JOIN unnest(tsvector_to_array(s.words)) word
        LIMIT :limit`,
  params: { limit: bigint },
  row: { word: text },
});

/**
 * Blocks others from writing documents until the transaction ends. Returns false without waiting if one is being
 * written.
 */
export async function tryToHoldVocabulary(trx: Transaction): Promise<boolean> {
  return (await tryToHold.first(trx, {}))?.alone === true;
}

const tryToHold = statement({
  name: 'catalogue.try_to_hold_vocabulary',
  sql: `SELECT pg_try_advisory_xact_lock(hashtextextended('search-words', 0)) AS alone`,
  row: { alone: boolean },
});

/** Deletes the words among these that no product contains. Returns how many. */
export function deleteUnusedWords(trx: Transaction, words: readonly string[]): Promise<number> {
  return deleteUnused.count(trx, { words });
}

const deleteUnused = statement({
  name: 'catalogue.delete_unused_words',
  sql: `DELETE FROM search_words w
         WHERE w.word = ANY (:words::text[])
           AND NOT EXISTS (SELECT FROM product_search s WHERE s.words @@ quote_literal(w.word)::tsquery)`,
  params: { words: arrayOf(text) },
});
