import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { findRequest, type KnownRequest, keepRequest, lockKey } from './idempotency-store.ts';
import type { IdempotencyKey } from './operation.ts';

/** What is kept of a finished request: its status and the ids needed to render its answer afresh. */
export interface Remembered {
  status: number;
  reference: { [name: string]: string };
}

export interface IdempotentResult extends Remembered {
  replayed: boolean;
}

/**
 * Does the work of a POST once per Idempotency-Key. The key's row is inserted and completed inside the work's own
 * transaction: a refusal or crash leaves none. Throws idempotency.IN_PROGRESS while another request with this key
 * runs, idempotency.MISMATCH when the key came with another request.
 */
export async function idempotently(
  trx: Transaction,
  key: IdempotencyKey | null,
  work: () => Promise<Remembered>,
): Promise<IdempotentResult> {
  if (key === null) return { ...(await work()), replayed: false };
  await claim(trx, key);
  const known = await findRequest(trx, key);
  if (known !== null) return replay(known, key);
  const result = await work();
  await keepRequest(trx, { ...key, ...result });
  return { ...result, replayed: false };
}

/** What an earlier request with this key came to; null when there was none. Throws idempotency.MISMATCH. */
export async function remembered(
  database: Database,
  key: IdempotencyKey | null,
): Promise<IdempotentResult | null> {
  if (key === null) return null;
  const known = await findRequest(database, key);
  return known === null ? null : replay(known, key);
}

async function claim(trx: Transaction, key: IdempotencyKey): Promise<void> {
  if (!(await lockKey(trx, key))) {
    throw new WaslError('idempotency.IN_PROGRESS', {
      detail: 'A request with this Idempotency-Key is still running. Repeat it in a moment.',
      retryAfter: 1,
    });
  }
}

function replay(known: KnownRequest, key: IdempotencyKey): IdempotentResult {
  if (!known.request_hash.equals(key.requestHash)) {
    throw new WaslError('idempotency.MISMATCH', {
      detail: 'This Idempotency-Key was used with another request. Use a fresh key.',
    });
  }
  return { status: known.status ?? 200, reference: known.reference ?? {}, replayed: true };
}
