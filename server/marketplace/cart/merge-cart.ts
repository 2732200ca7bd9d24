import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { cartItems } from './cart-item-store.ts';
import { deleteCart, lockCart, lockOrCreateCart } from './cart-store.ts';
import { type Filled, fillCart } from './fill-cart.ts';

export type CartMerge = components['schemas']['CartMerge'];

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
  await lockOrCreateCart(trx, { kind: 'account', accountId }, ids);
  const filled = await fillCart(trx, ids, accountId, incoming);
  await deleteCart(trx, source.id);
  return { merged: filled.flatMap(merged), adjusted: filled.flatMap(adjusted) };
}

/** What cannot be bought now takes nothing from the account's cart and adds nothing. */
function merged({ offer, after, reason }: Filled): CartMerge['merged'] {
  if (offer === null || after === 0 || reason === 'UNAVAILABLE') return [];
  return [{ variantId: offer.variantId, offerId: offer.offerId, quantity: after }];
}

function adjusted({ incoming, before, after, reason }: Filled): CartMerge['adjusted'] {
  if (reason === null) return [];
  const { offerId, quantity } = incoming;
  return [{ offerId, requested: before + quantity, quantity: after, reason }];
}
