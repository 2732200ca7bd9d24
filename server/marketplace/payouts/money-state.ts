import type { GroupStatus } from '../../../actors/order/state.ts';

/**
 * State of an order group's money, in order: not delivered; delivered, and the driver has the cash; the cash is in the
 * till; included in a payout; nothing due (rejected, cancelled, coming back, returned, lost).
 */
export type GroupMoneyState = 'EXPECTED' | 'AWAITING_CASH' | 'PAYABLE' | 'PAID' | 'NOTHING';

/** Not delivered yet, but may still be. Goods on their way back never earn anything. */
export const STILL_EXPECTED: readonly GroupStatus[] = [
  'PENDING_ACCEPTANCE',
  'ACCEPTED',
  'PACKED',
  'READY_FOR_PICKUP',
  'PICKED_UP',
  'IN_TRANSIT',
  'DELIVERY_FAILED',
];

const EXPECTED = `g.status IN (${STILL_EXPECTED.map((status) => `'${status}'`).join(', ')})`;

/**
 * The state of a delivered group `g`. Its credit is booked at delivery; it becomes payable once the cash is in the
 * till.
 * @param isPayable SQL: not included in any payout.
 */
export const deliveredState = (isPayable: string) =>
  `CASE WHEN g.payment_status <> 'SETTLED' THEN 'AWAITING_CASH' WHEN ${isPayable} THEN 'PAYABLE' ELSE 'PAID' END`;

/** The state of any group `g` with its row `l` of payout_groups, if any. */
export const GROUP_MONEY_STATE = `CASE WHEN g.status = 'DELIVERED' THEN ${deliveredState('l.payout_id IS NULL')}
                                       WHEN ${EXPECTED} THEN 'EXPECTED' ELSE 'NOTHING' END`;

const sum = (amount: string, from: string) =>
  `(SELECT count(*) AS groups, coalesce(sum(${amount}), 0.00) AS amount FROM ${from})`;

/**
 * A seller's sums of money: `expected`, `awaiting`, `payable` and `paid`, each with groups and amount, as items of a
 * FROM list. The ledger check compares the same sums with the books.
 * @param seller SQL for the seller's id.
 */
export const sumsOfSeller = (seller: string) => {
  const ofGroups = (condition: string) =>
    sum('g.goods_total - g.commission', `order_groups g WHERE g.seller_id = ${seller} AND ${condition}`);
  const awaiting = ofGroups(`g.status = 'DELIVERED' AND g.payment_status <> 'SETTLED'`);
  const payable = sum('amount', `payout_groups WHERE seller_id = ${seller} AND payout_id IS NULL`);
  const paid = `(SELECT coalesce(sum(group_count), 0)::bigint AS groups, coalesce(sum(amount), 0.00) AS amount
                   FROM payouts WHERE seller_id = ${seller})`;
  return `LATERAL ${ofGroups(EXPECTED)} expected, LATERAL ${awaiting} awaiting, LATERAL ${payable} payable,
          LATERAL ${paid} paid`;
};
