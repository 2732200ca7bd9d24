import type { Database } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { type IdempotentResult, idempotently, type Remembered, remembered } from './idempotency.ts';
import type { IdempotencyKey } from './operation.ts';

/**
 * For work that is too long for a transaction and harmless if done twice concurrently: its result is stored when it is
 * done. Throws idempotency.MISMATCH if the key came with a different request.
 */
export async function onceByKey(
  database: Database,
  key: IdempotencyKey | null,
  work: () => Promise<Remembered>,
): Promise<IdempotentResult> {
  const known = await remembered(database, key);
  if (known !== null) return known;
  const result = await work();
  return inTransaction(database, (trx) => idempotently(trx, key, async () => result));
}
