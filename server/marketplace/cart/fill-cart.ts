import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { cartItems, writeItems } from './cart-item-store.ts';
import { touchCart } from './cart-store.ts';
import { type OfferForSale, readOffersForSale } from './offer-for-sale-store.ts';
import { MAX_LINES, MAX_QUANTITY } from './put-in-cart-store.ts';

/** Units to be put into a cart, one entry per offer. */
export interface Incoming {
  offerId: string;
  quantity: number;
  /** What the buyer last saw them cost. */
  seenPrice: string;
}

/** What became of one entry. */
export interface Filled {
  incoming: Incoming;
  /** Null when there is no such offer. */
  offer: OfferForSale | null;
  /** Units of the offer in the cart before and after. */
  before: number;
  after: number;
  /** Why not all units went in; null when they did. */
  reason: 'INSUFFICIENT_STOCK' | 'QUANTITY_LIMIT' | 'UNAVAILABLE' | null;
}

/**
 * Adds as many units to a locked cart as can be bought and a cart holds, and tells of each entry what became of it.
 * What cannot be bought at all leaves the cart as it is. The same few statements for any number of entries.
 */
export async function fillCart(
  trx: Transaction,
  ids: Ids,
  cart: { id: string; accountId: string },
  incoming: readonly Incoming[],
): Promise<Filled[]> {
  const present = new Map((await cartItems(trx, cart.id)).map((item) => [item.offerId, item.quantity]));
  const offerIds = incoming.map((entry) => entry.offerId);
  const offers = await readOffersForSale(trx, offerIds, cart.accountId);
  let room = MAX_LINES - present.size;
  const filled = incoming.map((entry): Filled => {
    const offer = offers.get(entry.offerId) ?? null;
    const before = present.get(entry.offerId) ?? 0;
    const kept = held(offer, before + entry.quantity, before === 0 && room <= 0);
    const after = kept.quantity > 0 ? kept.quantity : before;
    if (before === 0 && after > 0) room -= 1;
    return { incoming: entry, offer, before, after, reason: kept.reason };
  });
  const changed = filled.filter(({ before, after }) => after !== before);
  await writeItems(
    trx,
    cart.id,
    changed.map(({ incoming: { offerId, seenPrice }, after }) => ({
      id: ids.next(),
      offerId,
      quantity: after,
      seenPrice,
    })),
  );
  await touchCart(trx, cart.id);
  return filled;
}

function held(
  offer: OfferForSale | null,
  wanted: number,
  full: boolean,
): { quantity: number; reason: Filled['reason'] } {
  if (offer === null || offer.notForSale !== null || offer.available <= 0)
    return { quantity: 0, reason: 'UNAVAILABLE' };
  if (full) return { quantity: 0, reason: 'QUANTITY_LIMIT' };
  const quantity = Math.min(wanted, MAX_QUANTITY, offer.available);
  if (quantity === wanted) return { quantity, reason: null };
  return { quantity, reason: quantity === offer.available ? 'INSUFFICIENT_STOCK' : 'QUANTITY_LIMIT' };
}
