import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { findRequests, type KnownRequest, keepRequests, lockKeys } from './idempotency-store.ts';
import type { IdempotencyKey } from './operation.ts';

/** What is stored of a finished request: its status, and the ids needed to render its response again. */
export interface Remembered {
  status: number;
  reference: { [name: string]: string };
}

export interface IdempotentResult extends Remembered {
  replayed: boolean;
}

/** The result of an earlier request with a key, if any, and whether the key is locked by this transaction. */
export interface KeyFacts {
  held: boolean;
  known: KnownRequest | null;
}

/** Locks the keys of several requests until the commit. In order; null for a request without a key. */
export async function holdKeys(
  trx: Transaction,
  requests: readonly { idempotency: IdempotencyKey | null }[],
): Promise<(KeyFacts | null)[]> {
  const keys = requests.flatMap(({ idempotency }) => idempotency ?? []);
  if (keys.length === 0) return requests.map(() => null);
  // Executed in sequence on the connection, so that a request which held the key has committed before the lookup.
  const [locked, found] = await Promise.all([lockKeys(trx, keys), findRequests(trx, keys)]);
  let place = -1;
  return requests.map(({ idempotency }) => {
    if (idempotency === null) return null;
    place += 1;
    return { held: locked[place] === true, known: found[place] ?? null };
  });
}

/**
 * The result of an earlier request with this key; null if there was none. Throws idempotency.IN_PROGRESS while another
 * request with it runs, and idempotency.MISMATCH if the key came with a different request.
 */
export function repeatOf(key: IdempotencyKey, { held, known }: KeyFacts): IdempotentResult | null {
  if (!held) {
    throw new WaslError('idempotency.IN_PROGRESS', {
      detail: 'A request with this Idempotency-Key is still running. Repeat it in a moment.',
      retryAfter: 1,
    });
  }
  return known === null ? null : replay(known, key);
}

/**
 * Does the work of a POST once per Idempotency-Key. The key's row is written in the transaction of the work, so a
 * refusal or crash leaves none. Throws as `repeatOf` does.
 */
export async function idempotently(
  trx: Transaction,
  key: IdempotencyKey | null,
  work: () => Promise<Remembered>,
): Promise<IdempotentResult> {
  if (key === null) return { ...(await work()), replayed: false };
  const [facts] = await holdKeys(trx, [{ idempotency: key }]);
  const repeated = facts == null ? null : repeatOf(key, facts);
  if (repeated !== null) return repeated;
  const result = await work();
  await keepRequests(trx, [{ ...key, ...result }]);
  return { ...result, replayed: false };
}

/** The result of an earlier request with this key; null if there was none. Throws idempotency.MISMATCH. */
export async function remembered(
  database: Database,
  key: IdempotencyKey | null,
): Promise<IdempotentResult | null> {
  if (key === null) return null;
  const [known] = await findRequests(database, [key]);
  return known == null ? null : replay(known, key);
}

/** The result of the stored request. Throws idempotency.MISMATCH. */
export function replay(known: KnownRequest, key: IdempotencyKey): IdempotentResult {
  if (!known.request_hash.equals(key.requestHash)) {
    throw new WaslError('idempotency.MISMATCH', {
      detail: 'This Idempotency-Key was used with a different request. Use a new key.',
    });
  }
  return { status: known.status ?? 200, reference: known.reference ?? {}, replayed: true };
}
