import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { jsonb, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { SellerRight } from '../kernel/security/seller-rights.ts';
import type { Addressee } from './notice.ts';

/** The right a seller's people need to get a kind of notification, if it is not ORDERS; OWNER: the owner alone. */
const CONCERNS: { readonly [kind in NotificationKind]?: SellerRight } = {
  LOW_STOCK: 'STOCK',
  WEBHOOK_DISABLED: 'OWNER',
};

/** Maximum number of dispatchers notified of one alert. */
const MAX_RECIPIENTS_OF_A_ROLE = 200;

/** The recipients of a notification as read by `RECIPIENTS`; one of the first four is set. */
export interface Addressed {
  account_id?: string;
  seller_id?: string;
  driver_id?: string;
  role?: 'DISPATCHER';
  /** Only a seller's staff with this permission; no staff has OWNER. */
  permission?: SellerRight;
}

/** The columns of `Addressed` in a table that `RECIPIENTS` reads. */
export const ADDRESSED = 'account_id uuid, seller_id uuid, driver_id uuid, role text, permission text';

/**
 * The accounts for each row of a table `asked` with the columns `place` and `ADDRESSED`; of a seller's staff, only
 * those who may act on such a notification. An imported seller may have neither owner nor staff: then there are none.
 */
export const RECIPIENTS = `
  SELECT place, account_id FROM asked WHERE account_id IS NOT NULL
  UNION SELECT asked.place, d.account_id FROM asked JOIN drivers d ON d.id = asked.driver_id
  UNION SELECT asked.place, s.owner_account_id FROM asked JOIN sellers s ON s.id = asked.seller_id
         WHERE s.owner_account_id IS NOT NULL
  UNION SELECT asked.place, f.account_id FROM asked JOIN seller_staff f ON f.seller_id = asked.seller_id
         WHERE f.permissions @> ARRAY[asked.permission]
  UNION SELECT asked.place, o.id
          FROM asked CROSS JOIN LATERAL (
            SELECT a.id FROM account_roles r JOIN accounts a ON a.id = r.account_id
             WHERE r.role = asked.role AND a.status <> 'DISABLED' ORDER BY a.id LIMIT ${MAX_RECIPIENTS_OF_A_ROLE}) o`;

export function addressed(to: Addressee, kind: NotificationKind): Addressed {
  if ('accountId' in to) return { account_id: to.accountId };
  if ('driverId' in to) return { driver_id: to.driverId };
  if ('role' in to) return { role: to.role };
  return { seller_id: to.sellerId, permission: CONCERNS[kind] ?? 'ORDERS' };
}

/** The accounts that get one notification. */
export async function recipientsOf(
  executor: Database | Transaction,
  to: Addressee,
  kind: NotificationKind,
): Promise<string[]> {
  const rows = await recipients.all(executor, { asked: [{ place: 0, ...addressed(to, kind) }] });
  return rows.map(({ account_id }) => account_id);
}

const recipients = statement({
  name: 'notifications.recipients',
  sql: `WITH asked AS MATERIALIZED (
          SELECT * FROM jsonb_to_recordset(:asked::jsonb) AS n (place integer, ${ADDRESSED})
        )
        SELECT account_id FROM (${RECIPIENTS}) r ORDER BY account_id`,
  params: { asked: jsonb<(Addressed & { place: number })[]>() },
  row: { account_id: uuid },
  prepare: true,
});
