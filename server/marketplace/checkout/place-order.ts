import { orderPlaced } from '../../../actors/order/placing.ts';
import type { Principal } from '../../../actors/runtime/machine.ts';
import type { Commit } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { Overtaken } from '../../../db/unit-of-work.ts';
import type { Origin } from '../../kernel/actors/actor-gateway.ts';
import { endOfDay } from '../../kernel/calendar/qatar-time.ts';
import { yearlyNumber } from '../../kernel/calendar/yearly-number.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';

import type { Locale } from '../../kernel/texts/locale.ts';
import { sellHeld } from '../inventory/inventory.ts';
import { type Draft, draftGroups } from './draft-groups.ts';
import { nextOrderNumber } from './placed-order-store.ts';
import { type PlacedOrder, type Sold, writeOrder } from './write-order.ts';

export type PlaceDependencies = Pick<Dependencies, 'actors' | 'clock' | 'ids'> & {
  settings: Draft['settings'];
};

export interface Confirmation {
  checkoutId: string;
  principal: Principal & { accountId: string };
  origin: Origin;
  locale: Locale;
}

export type Placement = Confirmation & Sold;

/**
 * Writes the order of a checkout that may be confirmed: cart lines gone, order, groups, lines, actor, stock sold.
 * Throws Overtaken when what the checkout held is no longer what was read.
 */
export async function placeOrder(
  trx: Transaction,
  deps: PlaceDependencies,
  placement: Placement,
): Promise<{ order: PlacedOrder; birth: Commit }> {
  const { parts, held, principal } = placement;
  const { ids, settings } = deps;
  const placedAt = deps.clock.now();
  const orderId = ids.next();
  const groups = draftGroups({ ids, orderId, parts, held, settings, placedAt });
  const number = yearlyNumber('W', placedAt, await nextOrderNumber(trx));
  const order = { orderId, number, placedAt, groups };
  await writeOrder(trx, placement, order);
  const event = birthEvent(placement, order);
  const ref = { kind: 'order', key: orderId } as const;
  const birth = await deps.actors.birth(trx, placement.origin, placement.principal, ref, event);
  const moved = { ids, at: placedAt, accountId: principal.accountId };
  if (!(await sellHeld(trx, { checkoutId: parts.checkout.id, orderId, held }, moved)))
    throw new Overtaken('what the checkout held has changed');
  return { order, birth };
}

function birthEvent({ principal, address }: Placement, order: PlacedOrder) {
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
