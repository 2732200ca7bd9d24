import type { Database, Transaction } from '../../db/database.ts';
import { type PreparedStatement, runPrepared } from '../../db/prepared.ts';
import type { SellerPermission } from '../kernel/security/seller-rights.ts';
import type { NoticeKind } from './channels.ts';
import type { Addressee } from './notice.ts';

/** The permission that a notice to a seller is a matter of, where it is not ORDERS. */
const CONCERNS: Readonly<Record<string, SellerPermission>> = { LOW_STOCK: 'STOCK' };

/** Dispatchers that are told of one alert, at most. */
const MOST_OF_A_ROLE = 200;

/** The accounts behind an addressee; of a seller's staff only who may do something about such a notice. An imported seller has no owner and maybe no staff: then it is nobody. */
export async function recipientsOf(
  executor: Database | Transaction,
  to: Addressee,
  kind: NoticeKind,
): Promise<string[]> {
  if ('accountId' in to) return [to.accountId];
  if ('driverId' in to) return idsOf(executor, OF_DRIVER, [to.driverId]);
  if ('role' in to) return idsOf(executor, OF_ROLE, [to.role]);
  return idsOf(executor, OF_SELLER, [to.sellerId, to.sellerId, CONCERNS[kind] ?? 'ORDERS']);
}

const OF_DRIVER = {
  name: 'recipients_driver',
  sql: 'SELECT account_id AS id FROM drivers WHERE id = ?',
};
const OF_ROLE = {
  name: 'recipients_role',
  sql: `SELECT a.id FROM account_roles r JOIN accounts a ON a.id = r.account_id
         WHERE r.role = ? AND a.status <> 'DISABLED' ORDER BY a.id LIMIT ${MOST_OF_A_ROLE}`,
};
const OF_SELLER = {
  name: 'recipients_seller',
  sql: `SELECT owner_account_id AS id FROM sellers WHERE id = ? AND owner_account_id IS NOT NULL
        UNION SELECT account_id FROM seller_staff WHERE seller_id = ? AND permissions @> ARRAY[?]`,
};

async function idsOf(
  executor: Database | Transaction,
  statement: PreparedStatement,
  bindings: string[],
): Promise<string[]> {
  const rows = await runPrepared<{ id: string }>(executor, statement, bindings);
  return rows.map(({ id }) => id);
}
