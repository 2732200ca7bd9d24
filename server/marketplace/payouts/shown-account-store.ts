import type { Transaction } from '../../../db/database.ts';
import { integer, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Bank accounts shown to one administrator within the last hour. */
export interface ShownAccounts {
  shown: number;
  /** Seconds until the oldest of them is an hour ago; 0 if there are none. */
  left: number;
}

/**
 * Counts them in the audit log with the account row locked, so that concurrent requests are counted one after the
 * other.
 */
export async function countShown(trx: Transaction, accountId: string): Promise<ShownAccounts> {
  await lockAccount.all(trx, { accountId });
  return (await shownWithinHour.first(trx, { accountId })) ?? { shown: 0, left: 0 };
}

const lockAccount = statement({
  name: 'payouts.lock_account',
  sql: 'SELECT id FROM accounts WHERE id = :accountId FOR NO KEY UPDATE',
  params: { accountId: uuid },
  row: { id: uuid },
});

const shownWithinHour = statement({
  name: 'payouts.shown_within_hour',
  sql: `SELECT count(*)::integer AS shown,
               coalesce(extract(epoch FROM min(at) + interval '1 hour' - now()), 0)::integer AS left
          FROM audit_log
         WHERE account_id = :accountId AND action = 'showBankAccount' AND at > now() - interval '1 hour'`,
  params: { accountId: uuid },
  row: { shown: integer, left: integer },
});
