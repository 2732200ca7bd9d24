import type { Database, Transaction } from '../../../db/database.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { FilledCart, OfferForSale } from '../cart/cart.ts';

import type { Allocation } from '../inventory/inventory.ts';

import type { CheckoutLineRow, CheckoutParts } from './checkout-store.ts';
import { lineName } from './line-name.ts';
import { insertOpening } from './opening-store.ts';

export type OpenDependencies = Pick<Dependencies, 'clock' | 'ids'> & {
  settings: Pick<SettingValues, 'checkoutLifeMinutes'>;
};

export interface WantedOffer {
  offer: OfferForSale;
  quantity: number;
}

/** A cart as it was read, and where its lines are to be taken from. */
export interface Basket {
  accountId: string;
  cart: FilledCart;
  wanted: readonly WantedOffer[];
  allocations: readonly Allocation[];
}

/** Null when nothing was written: the cart, the buyer's checkouts or the stock are not as they were read. */
export async function writeCheckout(
  executor: Database | Transaction,
  { clock, ids, settings }: OpenDependencies,
  { accountId, cart, wanted, allocations }: Basket,
): Promise<CheckoutParts | null> {
  const at = clock.now();
  const checkoutId = ids.next();
  const expiresAt = new Date(at.getTime() + settings.checkoutLifeMinutes * 60_000);
  const lines = wanted.map(({ offer, quantity }) => copyLine(ids.next(), offer, quantity));
  const lineIds = new Map(lines.map((line) => [line.offerId, line.id]));
  const reservations = allocations.map((allocation) => ({
    id: ids.next(),
    movementId: ids.next(),
    lineId: lineIds.get(allocation.offerId),
    ...allocation,
  }));
  const offerIds = allocations.map(({ offerId }) => offerId);
  const opened = await insertOpening(executor, {
    ...{ cartId: cart.id, cartVersion: cart.version, accountId },
    ...{ checkoutId, expiresAt, at, lines, reservations, offerIds },
  });
  if (!opened) return null;
  const checkout = {
    ...{ id: checkoutId, accountId, status: 'OPEN' as const, expiresAt },
    ...NOTHING_CHOSEN,
  };
  return { checkout, lines, shipping: [] };
}

const NOTHING_CHOSEN = { address: null, paymentMethod: null, orderId: null, version: 1 };

function copyLine(id: string, offer: OfferForSale, quantity: number): CheckoutLineRow {
  return {
    id,
    offerId: offer.offerId,
    variantId: offer.variantId,
    sellerId: offer.sellerId,
    sku: offer.sku,
    nameEn: lineName(offer, 'en'),
    nameAr: lineName(offer, 'ar'),
    options: offer.options,
    optionTexts: offer.optionTexts,
    digital: offer.digital,
    quantity,
    unitPrice: offer.price,
  };
}
