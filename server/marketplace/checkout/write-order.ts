import { add } from '../../../actors/money/money.ts';
import type { Transaction } from '../../../db/database.ts';
import type { OfferForSale } from '../cart/cart.ts';
import type { HeldUnits } from '../inventory/inventory.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import { type CheckoutParts, goodsTotal as goodsOf, shippingTotal as shippingOf } from './checkout-store.ts';
import { allocationRows, type DraftGroup } from './draft-groups.ts';
import { insertOrder } from './placed-order-store.ts';

/** A checkout that may be confirmed. */
export interface Sold {
  parts: CheckoutParts;
  /** Every unit of every line. */
  held: readonly HeldUnits[];
  address: AddressSnapshot;
  paymentMethod: 'COD';
  /** What was sold, by id. */
  offers: ReadonlyMap<string, OfferForSale>;
  cartId: string | null;
  principal: { accountId: string };
}

export interface PlacedOrder {
  orderId: string;
  number: string;
  placedAt: Date;
  groups: readonly DraftGroup[];
}

/** QAR. */
export function totalsOf({ lines, shipping }: CheckoutParts) {
  const [goodsTotal, shippingTotal] = [goodsOf(lines), shippingOf(shipping)];
  return { goodsTotal, shippingTotal, total: add(goodsTotal, shippingTotal) };
}

/** Writes all the rows of a placed order, and what placing it changes of its checkout and cart. */
export async function writeOrder(trx: Transaction, sold: Sold, order: PlacedOrder): Promise<void> {
  const { parts, held, cartId, principal, address, paymentMethod } = sold;
  const { orderId, number, placedAt, groups } = order;
  await insertOrder(trx, {
    ...{ orderId, number, placedAt, address, paymentMethod, cartId, ...totalsOf(parts) },
    checkoutId: parts.checkout.id,
    accountId: principal.accountId,
    offerIds: parts.lines.map((line) => line.offerId),
    groups: groups.map((group) => group.row),
    lines: groups.flatMap((group) => group.lines),
    allocations: allocationRows(groups, held),
  });
}
