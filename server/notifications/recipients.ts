import type { Database, Transaction } from '../../db/database.ts';
import type { Addressee } from './notice.ts';

/** Dispatchers that are told of one alert, at most. */
const MOST_OF_A_ROLE = 200;

/** The accounts behind an addressee. An imported seller has no owner and maybe no staff: then it is nobody. */
export async function recipientsOf(executor: Database | Transaction, to: Addressee): Promise<string[]> {
  if ('accountId' in to) return idsOf(executor, 'SELECT id FROM accounts WHERE id = ?', [to.accountId]);
  if ('driverId' in to)
    return idsOf(executor, 'SELECT account_id AS id FROM drivers WHERE id = ?', [to.driverId]);
  if ('role' in to) {
    return idsOf(
      executor,
      `SELECT a.id FROM account_roles r JOIN accounts a ON a.id = r.account_id
        WHERE r.role = ? AND a.status <> 'DISABLED' ORDER BY a.id LIMIT ${MOST_OF_A_ROLE}`,
      [to.role],
    );
  }
  return idsOf(
    executor,
    `SELECT owner_account_id AS id FROM sellers WHERE id = ? AND owner_account_id IS NOT NULL
      UNION SELECT account_id FROM seller_staff WHERE seller_id = ?`,
    [to.sellerId, to.sellerId],
  );
}

async function idsOf(executor: Database | Transaction, sql: string, bindings: string[]): Promise<string[]> {
  const { rows } = await executor.raw<{ rows: { id: string }[] }>(sql, bindings);
  return rows.map(({ id }) => id);
}
