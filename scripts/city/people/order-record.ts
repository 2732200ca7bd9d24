import type { Schema } from '../../people/person.ts';
import type { PlannedOrder } from '../model/day-plan.ts';
import type { OrderRecord } from '../record/logbook-types.ts';
import type { World } from '../world/world.ts';

/** An order as its buyer saw it. @param buyer ClientRecord.id. */
export function recordOf(
  planned: PlannedOrder,
  order: Schema<'Order'>,
  buyer: string,
  world: World,
): OrderRecord {
  const keyOf = (sellerId: string) =>
    planned.groups.find((group) => world.cast.shops.get(group.sellerKey)?.sellerId === sellerId)?.key ?? '';
  return {
    orderId: order.id,
    number: order.number,
    planned: planned.key,
    buyer,
    placedAt: Date.parse(order.placedAt),
    total: order.totals.total.amount,
    dropoff: order.address.location,
    groups: order.groups.map((group) => ({
      groupId: group.id,
      planned: keyOf(group.sellerId),
      sellerId: group.sellerId,
      method: group.shipping.code,
      goods: group.totals.goods.amount,
      shipping: group.totals.shipping.amount,
      total: group.totals.total.amount,
      lines: group.lines.map(({ id, offerId, quantity, unitPrice, lineTotal }) => ({
        lineId: id,
        offerId,
        quantity,
        unitPrice: unitPrice.amount,
        lineTotal: lineTotal.amount,
      })),
      acts: [],
      taskId: null,
    })),
  };
}
