import { add, ZERO } from '../../../actors/money/money.ts';
import { TAX_RATE } from '../../../actors/money/tax-rate.ts';
import { orderPlaced } from '../../../actors/order/placing.ts';
import type { RowOp } from '../../../actors/runtime/machine.ts';
import type { Commit } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import type { NewActor } from '../../kernel/actors/actor-gateway.ts';
import { endOfDay } from '../../kernel/calendar/qatar-time.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { sellHeld } from '../inventory/inventory.ts';
import { goodsTotal as goodsOf, shippingTotal as shippingOf } from './checkout-store.ts';
import type { Confirmation, Sold } from './confirm-checkout.ts';
import type { HeldParts } from './confirmation-store.ts';
import { type DraftGroup, draftGroups } from './draft-groups.ts';
import { insertLines } from './placed-order-store.ts';

export type PlaceDependencies = Pick<Dependencies, 'actors' | 'clock' | 'ids'>;

export interface PlacedOrder {
  orderId: string;
  number: string;
  placedAt: Date;
  groups: readonly DraftGroup[];
}

/** A checkout that becomes an order, and that order. */
export interface Placement {
  confirmation: Confirmation;
  sold: Sold;
  order: PlacedOrder;
}

/** QAR. */
export function totalsOf({ lines, shipping }: HeldParts) {
  const [goodsTotal, shippingTotal] = [goodsOf(lines), shippingOf(shipping)];
  return { goodsTotal, shippingTotal, total: add(goodsTotal, shippingTotal) };
}

/** The order that a checkout becomes. */
export function draftOrder(
  { ids, clock }: PlaceDependencies,
  confirmation: Confirmation,
  sold: Sold,
): Placement {
  const placedAt = clock.now();
  const orderId = ids.next();
  const groups = draftGroups({ ids, orderId, parts: sold, settings: confirmation.settings, placedAt });
  const order = { orderId, number: yearlyNumber('W', placedAt, sold.orderNumber), placedAt, groups };
  return { confirmation, sold, order };
}

/**
 * Writes all rows of the orders: actors with orders and groups, lines, confirmed checkouts, removed cart lines, sold
 * stock. The statements are sent together, the stock's last. Fails if a checkout's reservations are no longer what was
 * read; the caller must then roll back everything. Returns the actors' commits, to be published after the transaction's
 * commit.
 */
export async function placeOrders(
  trx: Transaction,
  { actors, clock }: PlaceDependencies,
  placements: readonly Placement[],
): Promise<Commit[]> {
  if (placements.length === 0) return [];
  const orders = placements.map(({ sold: { checkoutId, cartId }, order: { orderId } }) => ({
    ...{ orderId, checkoutId, cartId },
  }));
  const lines = placements.flatMap(({ order }) => order.groups.flatMap((group) => group.lines));
  const [creations] = await Promise.all([
    actors.createActors(trx, placements.map(newborn)),
    insertLines(trx, orders, lines, { taxRate: TAX_RATE, taxAmount: ZERO }),
    sellHeld(trx, placements.map(saleOf), clock.now()),
  ]);
  return creations;
}

function saleOf({ confirmation, sold, order }: Placement) {
  return {
    ...{ checkoutId: sold.checkoutId, orderId: order.orderId, accountId: confirmation.principal.accountId },
    held: sold.lines.flatMap(({ offerId, held }) => held.map(() => ({ offerId }))),
  };
}

function newborn(placement: Placement): NewActor {
  const { confirmation, order } = placement;
  return {
    ...{ origin: confirmation.origin, by: confirmation.principal },
    ref: { kind: 'order', key: order.orderId },
    event: birthEvent(placement),
    firstRows: [orderRow(placement), ...order.groups.map(groupRow)],
  };
}

/** The actor supplies the rest, e.g. the status. */
function orderRow({ confirmation, sold, order }: Placement): RowOp {
  const { goodsTotal, shippingTotal, total } = totalsOf(sold);
  const row = {
    ...{ id: order.orderId, number: order.number, checkout_id: sold.checkoutId },
    ...{ account_id: confirmation.principal.accountId, address: sold.address },
    ...{ payment_method: sold.paymentMethod, goods_total: goodsTotal, shipping_total: shippingTotal, total },
    placed_at: order.placedAt.toISOString(),
  };
  return { table: 'orders', op: 'insert', row };
}

/** The actor supplies the rest, e.g. the status. */
function groupRow({ row }: DraftGroup): RowOp {
  return {
    table: 'order_groups',
    op: 'insert',
    row: {
      ...{ id: row.id, order_id: row.orderId, seller_id: row.sellerId, warehouse_id: row.warehouseId },
      ...{ method_code: row.methodCode, method_name_en: row.methodNameEn, method_name_ar: row.methodNameAr },
      ...{ promised_from: row.promisedFrom, promised_to: row.promisedTo, goods_total: row.goodsTotal },
      ...{ shipping_total: row.shippingTotal, cash_due: row.cashDue, commission_rate: row.commissionRate },
      ...{ commission: row.commission, accept_by: row.acceptBy.toISOString() },
    },
  };
}

function birthEvent({ confirmation: { principal }, sold: { address }, order }: Placement) {
  return orderPlaced({
    at: order.placedAt.toISOString(),
    orderId: order.orderId,
    number: order.number,
    buyerAccountId: principal.accountId,
    dropoff: address.location,
    groups: order.groups.map(({ row, pickup, items }) => ({
      groupId: row.id,
      sellerId: row.sellerId,
      acceptBy: row.acceptBy.toISOString(),
      method: row.methodCode,
      promisedUntil: endOfDay(row.promisedTo).toISOString(),
      goods: row.goodsTotal,
      shipping: row.shippingTotal,
      commission: row.commission,
      pickup,
      items,
    })),
  });
}
