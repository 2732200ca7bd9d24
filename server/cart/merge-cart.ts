import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../db/database.ts';
import { Cart } from '../../db/models/cart.ts';
import { CartItem } from '../../db/models/cart-item.ts';
import type { components } from '../http/api-types.ts';
import { cartItems, lockCart, lockOrCreateCart, touchCart } from './cart-store.ts';
import { MAX_LINES, MAX_QUANTITY } from './change-cart.ts';
import { type OfferForSale, readOffersForSale } from './offers-for-sale.ts';

export type CartMerge = components['schemas']['CartMerge'];
type Adjusted = CartMerge['adjusted'][number];

export interface GuestCart {
  accountId: string;
  /** As the guest sent it, whatever it is. */
  cartToken: string;
}

const ids = { next: uuidv7 };

/**
 * Moves a guest's cart into the account's: quantities add, held to the stock and to 99, and what could not be kept is
 * told. The guest's cart is gone afterwards, so a token merges once; null for one that opens no cart. Give it a
 * transaction of its own: whatever goes wrong here must not cost the sign-in.
 */
export async function mergeGuestCart(
  trx: Transaction,
  { accountId, cartToken: token }: GuestCart,
): Promise<CartMerge | null> {
  // Guest carts are locked before account carts, always: two merges cannot block each other.
  const source = await lockCart(trx, { kind: 'guest', token });
  if (source === null) return null;
  const incoming = await cartItems(trx, source.id);
  const target = await lockOrCreateCart(trx, { kind: 'account', accountId }, ids);
  const present = new Map((await cartItems(trx, target.id)).map((item) => [item.offerId, item]));
  const offers = await readOffersForSale(
    trx,
    incoming.map((item) => item.offerId),
    accountId,
  );
  const report: CartMerge = { merged: [], adjusted: [] };
  let lines = present.size;
  for (const item of incoming) {
    const own = present.get(item.offerId);
    const requested = (own?.quantity ?? 0) + item.quantity;
    const full = own === undefined && lines >= MAX_LINES;
    const kept = held(offers.get(item.offerId), requested, full);
    // What cannot be bought now takes nothing from the account's cart and adds nothing.
    const quantity = kept.quantity > 0 ? kept.quantity : (own?.quantity ?? 0);
    if (kept.reason !== null) {
      report.adjusted.push({ offerId: item.offerId, requested, quantity, reason: kept.reason });
    }
    if (kept.quantity === 0) continue;
    if (own === undefined) lines += 1;
    await put(trx, target.id, item.offerId, own, quantity);
    report.merged.push({ variantId: kept.variantId, offerId: item.offerId, quantity });
  }
  await Cart.query(trx).deleteById(source.id);
  await touchCart(trx, target.id);
  return report;
}

interface Kept {
  variantId: string;
  quantity: number;
  reason: Adjusted['reason'] | null;
}

function held(offer: OfferForSale | undefined, requested: number, full: boolean): Kept {
  const variantId = offer?.variantId ?? '';
  if (offer === undefined || offer.notForSale !== null || offer.available <= 0)
    return { variantId, quantity: 0, reason: 'UNAVAILABLE' };
  if (full) return { variantId, quantity: 0, reason: 'QUANTITY_LIMIT' };
  const quantity = Math.min(requested, MAX_QUANTITY, offer.available);
  if (quantity === requested) return { variantId, quantity, reason: null };
  return {
    variantId,
    quantity,
    reason: quantity === offer.available ? 'INSUFFICIENT_STOCK' : 'QUANTITY_LIMIT',
  };
}

async function put(
  trx: Transaction,
  cartId: string,
  offerId: string,
  own: CartItem | undefined,
  quantity: number,
): Promise<void> {
  if (own === undefined) await CartItem.query(trx).insert({ id: ids.next(), cartId, offerId, quantity });
  else await CartItem.query(trx).findById(own.id).patch({ quantity, updatedAt: new Date() });
}
