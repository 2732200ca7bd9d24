import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { cartItems } from './cart-item-store.ts';
import { deleteCart, lockCart, lockOrCreateCart } from './cart-store.ts';
import { type Filled, fillCart } from './fill-cart.ts';

export type CartMerge = components['schemas']['CartMerge'];

export interface GuestCart {
  accountId: string;
  /** As sent by the guest, unvalidated. */
  cartToken: string;
}

const ids = { next: uuidv7 };

/**
 * Moves a guest's cart into the account's: quantities are added, limited by stock and by 99 units, and what could not
 * be kept is reported. The guest's cart is deleted, so a token merges only once; null if the token matches no cart. Use
 * a separate transaction, so that a failure here does not undo the sign-in.
 */
export async function mergeGuestCart(
  trx: Transaction,
  { accountId, cartToken: token }: GuestCart,
): Promise<CartMerge | null> {
  // Guest carts are always locked before account carts, so that two merges cannot deadlock.
  const source = await lockCart(trx, { kind: 'guest', token });
  if (source === null) return null;
  const incoming = await cartItems(trx, source.id);
  await lockOrCreateCart(trx, { kind: 'account', accountId }, ids);
  const filled = await fillCart(trx, ids, accountId, incoming);
  await deleteCart(trx, source.id);
  return { merged: filled.flatMap(merged), adjusted: filled.flatMap(adjusted) };
}

/** An offer that cannot be bought now leaves the account's cart unchanged. */
function merged({ offer, after, reason }: Filled): CartMerge['merged'] {
  if (offer === null || after === 0 || reason === 'UNAVAILABLE') return [];
  return [{ variantId: offer.variantId, offerId: offer.offerId, quantity: after }];
}

function adjusted({ incoming, before, after, reason }: Filled): CartMerge['adjusted'] {
  if (reason === null) return [];
  const { offerId, quantity } = incoming;
  return [{ offerId, requested: before + quantity, quantity: after, reason }];
}
