import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { oneOf, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { SellerPermission } from '../kernel/security/seller-rights.ts';
import type { Addressee } from './notice.ts';

/** The permission that a notice to a seller is a matter of, where it is not ORDERS. */
const CONCERNS: { readonly [kind in NotificationKind]?: SellerPermission } = { LOW_STOCK: 'STOCK' };

/** Dispatchers that are told of one alert, at most. */
const MAX_OF_A_ROLE = 200;

/** The accounts behind an addressee; of a seller's staff only who may do something about such a notice. An imported seller has no owner and maybe no staff: then it is nobody. */
export async function recipientsOf(
  executor: Database | Transaction,
  to: Addressee,
  kind: NotificationKind,
): Promise<string[]> {
  if ('accountId' in to) return [to.accountId];
  const rows =
    'driverId' in to
      ? await ofDriver.all(executor, to)
      : 'role' in to
        ? await ofRole.all(executor, to)
        : await ofSeller.all(executor, {
            sellerId: to.sellerId,
            permission: CONCERNS[kind] ?? 'ORDERS',
          });
  return rows.map(({ id }) => id);
}

const ofDriver = statement({
  name: 'notifications.recipient_driver',
  sql: 'SELECT account_id AS id FROM drivers WHERE id = :driverId',
  params: { driverId: uuid },
  row: { id: uuid },
  prepare: true,
});
const ofRole = statement({
  name: 'notifications.recipients_of_role',
  sql: `SELECT a.id FROM account_roles r JOIN accounts a ON a.id = r.account_id
         WHERE r.role = :role AND a.status <> 'DISABLED' ORDER BY a.id LIMIT ${MAX_OF_A_ROLE}`,
  params: { role: oneOf<'DISPATCHER'>() },
  row: { id: uuid },
  prepare: true,
});
const ofSeller = statement({
  name: 'notifications.recipients_of_seller',
  sql: `SELECT owner_account_id AS id FROM sellers WHERE id = :sellerId AND owner_account_id IS NOT NULL
        UNION SELECT account_id FROM seller_staff WHERE seller_id = :sellerId AND permissions @> ARRAY[:permission]`,
  params: { sellerId: uuid, permission: text },
  row: { id: uuid },
  prepare: true,
});
