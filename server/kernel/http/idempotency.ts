import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { IdempotencyKey } from './operation.ts';

/** What is kept of a finished request: its status and the ids needed to render its answer afresh. */
export interface Remembered {
  status: number;
  reference: { [name: string]: string };
}

export interface IdempotentResult extends Remembered {
  replayed: boolean;
}

interface Row {
  principal: string;
  key: string;
  request_hash: Buffer;
  status: number | null;
  reference: { [name: string]: string } | null;
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
  const known = await trx<Row>('idempotency_keys')
    .where({ principal: key.principal, key: key.key })
    .whereRaw(`created_at > now() - interval '48 hours'`)
    .first('request_hash', 'status', 'reference');
  if (known !== undefined) return replay(known, key);
  const result = await work();
  await trx('idempotency_keys')
    .insert({
      principal: key.principal,
      key: key.key,
      request_hash: key.requestHash,
      status: result.status,
      reference: JSON.stringify(result.reference),
    })
    // only a row older than 48 h can be in the way
    .onConflict(['principal', 'key'])
    .merge({
      request_hash: key.requestHash,
      status: result.status,
      reference: JSON.stringify(result.reference),
      created_at: trx.fn.now(),
    });
  return { ...result, replayed: false };
}

/** What an earlier request with this key came to; null when there was none. Throws idempotency.MISMATCH. */
export async function remembered(
  database: Database,
  key: IdempotencyKey | null,
): Promise<IdempotentResult | null> {
  if (key === null) return null;
  const known = await database<Row>('idempotency_keys')
    .where({ principal: key.principal, key: key.key })
    .whereRaw(`created_at > now() - interval '48 hours'`)
    .first('request_hash', 'status', 'reference');
  return known === undefined ? null : replay(known, key);
}

async function claim(trx: Transaction, key: IdempotencyKey): Promise<void> {
  const { rows } = await trx.raw<{ rows: { locked: boolean }[] }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS locked',
    [`idempotency:${key.principal}:${key.key}`],
  );
  if (rows[0]?.locked !== true) {
    throw new WaslError('idempotency.IN_PROGRESS', {
      detail: 'A request with this Idempotency-Key is still running. Repeat it in a moment.',
      retryAfter: 1,
    });
  }
}

function replay(
  known: Pick<Row, 'request_hash' | 'status' | 'reference'>,
  key: IdempotencyKey,
): IdempotentResult {
  if (!known.request_hash.equals(key.requestHash)) {
    throw new WaslError('idempotency.MISMATCH', {
      detail: 'This Idempotency-Key was used with another request. Use a fresh key.',
    });
  }
  return { status: known.status ?? 200, reference: known.reference ?? {}, replayed: true };
}

/** A batch of the purge: keys are promised for 48 hours. Answers how many were deleted. */
export async function deleteOldKeys(database: Database, limit: number): Promise<number> {
  const { rowCount } = await database.raw<{ rowCount: number }>(
    `DELETE FROM idempotency_keys
      WHERE (principal, key) IN (SELECT principal, key FROM idempotency_keys
                                  WHERE created_at < now() - interval '48 hours'
                                  ORDER BY created_at LIMIT ? FOR UPDATE SKIP LOCKED)`,
    [limit],
  );
  return rowCount;
}
