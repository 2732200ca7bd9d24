import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { lockCart, type OfferForSale, readCheckoutOffers } from '../cart/cart.ts';

import { type HeldUnits, readHeld } from '../inventory/inventory.ts';
import { requireCodAllowed } from './cash-on-delivery.ts';
import { changedLines, changedShipping, refuseOtherPrices } from './changed-prices.ts';
import {
  type CheckoutLineRow,
  type CheckoutParts,
  lockCheckout,
  payable,
  readParts,
  requireOpen,
  sellerIdsOf,
} from './checkout-store.ts';
import { type Confirmation, type PlaceDependencies, placeOrder } from './place-order.ts';
import type { Placed } from './render-placed.ts';
import { requireServiceable } from './serviceability.ts';
import { refuseUnavailable, type UnavailableLine } from './unavailable-lines.ts';
import type { UpdateDependencies } from './update-checkout.ts';

export interface Confirmed {
  orderId: string;
  /** Null when the order existed already. */
  placed: Placed | null;
}

/**
 * Turns an open checkout into its order, once: a checkout confirmed before answers the order it has. Refuses without
 * any change. Rows are held in the order cart, checkout, stock; the stock last of all, see sellHeld.
 * Throws common.NOT_FOUND, checkout.EXPIRED, checkout.INVALID_STATE, checkout.INCOMPLETE, checkout.ITEM_UNAVAILABLE,
 * checkout.PRICE_CHANGED, checkout.ADDRESS_UNSERVICEABLE, checkout.COD_NOT_ALLOWED.
 */
export async function confirmCheckout(
  trx: Transaction,
  deps: UpdateDependencies & PlaceDependencies,
  confirmation: Confirmation,
): Promise<Confirmed> {
  const { checkoutId, locale, principal } = confirmation;
  const cart = await lockCart(trx, { kind: 'account', accountId: principal.accountId });
  const checkout = await lockCheckout(trx, checkoutId, principal.accountId);
  if (checkout.status === 'CONFIRMED' && checkout.orderId !== null)
    return { orderId: checkout.orderId, placed: null };
  requireOpen(checkout, deps.clock);
  const parts = await readParts(trx, checkout);
  const complete = requireComplete(parts);
  const held = await readHeld(trx, checkoutId);
  const offers = await readCheckoutOffers(trx, checkoutId, principal.accountId);
  refuseUnavailable(unavailableLines(parts.lines, held, offers, locale));
  const { address } = complete;
  const offered = await requireServiceable(trx, deps.serviceArea, address, sellerIdsOf(parts.lines), locale);
  refuseWithdrawnShipping(parts, (sellerId, methodId) =>
    (offered.get(sellerId) ?? []).some((method) => method.methodId === methodId),
  );
  refuseOtherPrices(changedLines(parts.lines, offers, locale), changedShipping(parts.shipping, offered));
  requireCodAllowed(payable(parts), deps.settings.codMaximum);
  const placed = { ...confirmation, ...complete, parts, held, offers, cartId: cart?.id ?? null };
  const { order, birth } = await placeOrder(trx, deps, placed);
  return {
    orderId: order.orderId,
    placed: { sold: placed, order, birth },
  };
}

/** Throws checkout.INCOMPLETE with what has not been chosen yet. */
function requireComplete({ checkout, lines, shipping }: CheckoutParts) {
  const { address, paymentMethod } = checkout;
  const chosen = new Set(shipping.map((choice) => choice.sellerId));
  const withoutShipping = sellerIdsOf(lines).filter((sellerId) => !chosen.has(sellerId));
  if (address !== null && paymentMethod !== null && withoutShipping.length === 0)
    return { address, paymentMethod };
  throw incomplete(
    [
      ...(address === null ? ['address'] : []),
      ...(withoutShipping.length > 0 ? ['shipping'] : []),
      ...(paymentMethod === null ? ['paymentMethod'] : []),
    ],
    withoutShipping,
  );
}

/** A method that was switched off meanwhile has to be chosen anew: the buyer agreed to that price and promise. */
function refuseWithdrawnShipping(
  { shipping }: CheckoutParts,
  isOffered: (sellerId: string, methodId: string) => boolean,
): void {
  const withdrawn = shipping.filter(({ sellerId, methodId }) => !isOffered(sellerId, methodId));
  if (withdrawn.length === 0) return;
  throw incomplete(
    ['shipping'],
    withdrawn.map(({ sellerId }) => sellerId),
  );
}

function incomplete(missing: readonly string[], sellerIds: readonly string[]): WaslError {
  return new WaslError('checkout.INCOMPLETE', {
    detail: `Choose first: ${missing.join(', ')}.`,
    extension: { missing, ...(sellerIds.length === 0 ? {} : { withoutShipping: sellerIds }) },
  });
}

function unavailableLines(
  lines: readonly CheckoutLineRow[],
  held: readonly HeldUnits[],
  offers: ReadonlyMap<string, OfferForSale>,
  locale: Locale,
): UnavailableLine[] {
  return lines.flatMap((line) => {
    const offer = offers.get(line.offerId);
    const units = held.reduce((sum, part) => sum + (part.lineId === line.id ? part.quantity : 0), 0);
    const reason = offer?.notForSale ?? null;
    if (reason === null && units === line.quantity) return [];
    return [
      {
        lineId: line.id,
        offerId: line.offerId,
        name: locale === 'ar' ? line.nameAr : line.nameEn,
        requested: line.quantity,
        available: reason === null ? Math.max(0, offer?.available ?? 0) : 0,
        reason: reason ?? 'INSUFFICIENT_STOCK',
      },
    ];
  });
}
