import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, bigint, nullable, oneOf, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { heldLevels, heldNow, lockedLevels, movingReserved, releasing } from '../inventory/inventory.ts';

/** An open checkout that ends without an order. */
export interface Ending {
  checkoutId: string;
  /** Who ended it; null for the service. */
  accountId: string | null;
  /** Domain time. */
  at: Date;
}

/**
 * Ends open checkouts and releases their reservations in one statement. Skips a checkout that is locked by another
 * transaction or has ended. Returns in order whether each was written.
 */
export async function writeEndings(
  executor: Database | Transaction,
  endings: readonly Ending[],
  status: 'CANCELLED' | 'EXPIRED',
): Promise<boolean[]> {
  const rows = await end.all(executor, {
    status,
    checkoutIds: endings.map(({ checkoutId }) => checkoutId),
    accountIds: endings.map(({ accountId }) => accountId),
    times: endings.map(({ at }) => at),
  });
  const ended = new Set(rows.map((row) => row.checkout_id));
  return endings.map(({ checkoutId }) => ended.has(checkoutId));
}

const end = statement({
  name: 'checkout.end',
  sql: `
  WITH ending AS MATERIALIZED (
    SELECT e.checkout_id, e.account_id, e.at
      FROM unnest((SELECT :checkoutIds::uuid[]), (SELECT :accountIds::uuid[]), (SELECT :times::timestamptz[]))
           AS e(checkout_id, account_id, at)
     CROSS JOIN LATERAL (SELECT c.id FROM checkouts c WHERE c.id = e.checkout_id AND c.status = 'OPEN'
                           FOR NO KEY UPDATE SKIP LOCKED) c),
  locked AS MATERIALIZED (${lockedLevels(heldLevels('ending'))}),
  released AS MATERIALIZED (${heldNow('ending', 'locked')}),
  ${releasing('released')},
  ${movingReserved('SELECT * FROM releases')}
  UPDATE checkouts c SET status = :status::text, version = c.version + 1, updated_at = now()
    FROM ending WHERE c.id = ending.checkout_id
  RETURNING ending.checkout_id`,
  params: {
    status: oneOf<'CANCELLED' | 'EXPIRED'>(),
    checkoutIds: arrayOf(uuid),
    accountIds: arrayOf(nullable(uuid)),
    times: arrayOf(timestamptz),
  },
  row: { checkout_id: uuid },
  prepare: true,
});

/** Overdue checkouts, row-locked, at most `limit`; skips those locked by others. */
export async function lockDueCheckouts(trx: Transaction, now: Date, limit: number): Promise<string[]> {
  return (await lockDue.all(trx, { now, limit })).map(({ id }) => id);
}

const lockDue = statement({
  name: 'checkout.lock_due',
  sql: `SELECT id FROM checkouts WHERE status = 'OPEN' AND expires_at <= :now
         ORDER BY expires_at LIMIT :limit FOR UPDATE SKIP LOCKED`,
  params: { now: timestamptz, limit: bigint },
  row: { id: uuid },
});
