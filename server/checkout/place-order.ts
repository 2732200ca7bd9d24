import objection from 'objection';
import { add } from '../../actors/money/money.ts';
import { orderPlaced } from '../../actors/order/events.ts';
import type { Principal } from '../../actors/runtime/machine.ts';
import type { Commit } from '../../actors/runtime/store.ts';
import type { Transaction } from '../../db/database.ts';
import { CartItem } from '../../db/models/cart-item.ts';
import { type AddressSnapshot, Checkout } from '../../db/models/checkout.ts';
import { Order } from '../../db/models/order.ts';
import { OrderGroup } from '../../db/models/order-group.ts';
import { OrderLine } from '../../db/models/order-line.ts';
import { Reservation } from '../../db/models/reservation.ts';
import type { Origin } from '../actors/actor-gateway.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Locale } from '../http/operation.ts';
import { yearlyNumber } from '../yearly-number.ts';
import { type CheckoutParts, goodsTotal, shippingTotal } from './checkout-store.ts';
import { allocationRows, type DraftGroup, draftGroups, readGroupSources } from './draft-groups.ts';
import { moveStock, type StockMove } from './stock.ts';
import { endOfDay } from './working-days.ts';

export type PlaceDependencies = Pick<Dependencies, 'actors' | 'clock' | 'ids' | 'settings'>;

export interface Confirmation {
  checkoutId: string;
  principal: Principal & { accountId: string };
  origin: Origin;
  locale: Locale;
}

export interface Confirmed {
  orderId: string;
  /** The order actor's birth, to be published after the commit; null when the order existed already. */
  birth: Commit | null;
}

export interface Placement extends Confirmation {
  parts: CheckoutParts;
  /** Every unit of every line, the stock rows locked. */
  held: readonly Reservation[];
  address: AddressSnapshot;
  paymentMethod: 'COD';
  cartId: string | null;
}

/** Writes the order of a checkout that may be confirmed: stock sold, cart lines gone, order, groups, lines, actor. */
export async function placeOrder(
  trx: Transaction,
  deps: PlaceDependencies,
  placement: Placement,
): Promise<Confirmed> {
  const { parts, held } = placement;
  const placedAt = deps.clock.now();
  const orderId = deps.ids.next();
  await sell(trx, deps, placement, orderId, placedAt);
  const sources = await readGroupSources(trx, parts.lines, held);
  const settings = await deps.settings.values(trx);
  const groups = draftGroups({ ids: deps.ids, orderId, parts, held, sources, settings, placedAt });
  const number = await insertOrder(trx, placement, orderId, placedAt);
  await OrderGroup.query(trx).insert(groups.map((group) => group.row));
  await OrderLine.query(trx).insert(groups.flatMap((group) => group.lines));
  await trx('order_line_allocations').insert(allocationRows(groups, held));
  await Checkout.query(trx)
    .findById(parts.checkout.id)
    .patch({ status: 'CONFIRMED', orderId, version: objection.raw('version + 1'), updatedAt: new Date() });
  const event = birthEvent(placement, { orderId, number, placedAt, groups });
  const ref = { kind: 'order', key: orderId } as const;
  const birth = await deps.actors.birth(trx, placement.origin, placement.principal, ref, event);
  return { orderId, birth };
}

/** The held units leave the stock, and the lines leave the buyer's cart. */
async function sell(
  trx: Transaction,
  { ids }: PlaceDependencies,
  { held, parts, cartId, principal }: Placement,
  orderId: string,
  at: Date,
): Promise<void> {
  await Reservation.query(trx)
    .whereIn(
      'id',
      held.map((part) => part.id),
    )
    .patch({ status: 'CONSUMED', endedAt: at });
  const moves = held.map(
    ({ offerId, warehouseId, quantity }): StockMove => ({
      offerId,
      warehouseId,
      onHand: -quantity,
      reserved: -quantity,
      cause: 'SALE',
      causeId: orderId,
    }),
  );
  await moveStock(trx, moves, { ids, at, accountId: principal.accountId, repeated: 'fail' });
  if (cartId === null) return;
  const offerIds = parts.lines.map((line) => line.offerId);
  await CartItem.query(trx).where({ cart_id: cartId }).whereIn('offer_id', offerIds).delete();
}

async function insertOrder(
  trx: Transaction,
  { parts, principal, address, paymentMethod }: Placement,
  id: string,
  placedAt: Date,
): Promise<string> {
  const { rows } = await trx.raw<{ rows: { value: number }[] }>(`SELECT nextval('order_number') AS value`);
  const [next] = rows;
  if (next === undefined) throw new Error('order_number gave no number');
  const number = yearlyNumber('W', placedAt, next.value);
  const goods = goodsTotal(parts.lines);
  const shipping = shippingTotal(parts.shipping);
  await Order.query(trx).insert({
    id,
    number,
    checkoutId: parts.checkout.id,
    accountId: principal.accountId,
    status: 'PENDING',
    address,
    paymentMethod,
    goodsTotal: goods,
    shippingTotal: shipping,
    total: add(goods, shipping),
    placedAt,
    actorVersion: 1,
  });
  return number;
}

function birthEvent(
  { principal, address }: Placement,
  order: { orderId: string; number: string; placedAt: Date; groups: readonly DraftGroup[] },
) {
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
