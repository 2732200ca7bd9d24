import type { Transaction } from '../../../db/database.ts';
import { bigint, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Condition on a group `g`: it has not ended yet. */
export const UNDER_WAY = `g.status NOT IN ('DELIVERED', 'REJECTED', 'CANCELLED', 'RETURNED', 'WRITTEN_OFF')`;
/** Its completion can still be reversed; then the driver comes to the door again and nothing was earned. */
export const UNSETTLED = `g.status = 'DELIVERED' AND g.payment_status <> 'SETTLED'`;

/** Number of a seller's groups that have not ended. */
export async function unfinishedOfSeller(
  trx: Transaction,
  sellerId: string,
): Promise<{ underWay: number; unsettled: number }> {
  return (await ofSeller.first(trx, { sellerId })) ?? { underWay: 0, unsettled: 0 };
}

const ofSeller = statement({
  name: 'orders.unfinished_of_seller',
  sql: `SELECT count(*) FILTER (WHERE ${UNDER_WAY}) AS "underWay", count(*) FILTER (WHERE ${UNSETTLED}) AS unsettled
          FROM order_groups g WHERE g.seller_id = :sellerId`,
  params: { sellerId: uuid },
  row: { underWay: bigint, unsettled: bigint },
});
