import type { Transaction } from '../../../db/database.ts';
import { integer, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Bank accounts that one administrator was shown within the last hour. */
export interface ShownAccounts {
  shown: number;
  /** Seconds until the first of them is an hour old; 0 without one. */
  left: number;
}

/** Counts in the audit log, with the account locked: whatever is shown has been counted before the next is. */
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
