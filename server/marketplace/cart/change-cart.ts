import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { deleteItem, deleteItems, findItem, updateItem } from './cart-item-store.ts';
import {
  accountOf,
  type CartOwner,
  lockCart,
  lockOrCreateCart,
  type OwnedCart,
  touchCart,
} from './cart-store.ts';
import { type OfferForSale, type OfferTerms, readOffersForSale } from './offer-for-sale-store.ts';
import { type Addition, MAX_LINES, MAX_QUANTITY, type Put, putInCarts } from './put-in-cart-store.ts';

export type Wanted = Pick<Addition, 'offerId' | 'quantity'>;

/**
 * Adds units of an offer, with a cart made where there is none; one that is in the cart already has its quantity raised.
 * Throws common.NOT_FOUND, cart.OFFER_UNAVAILABLE, common.VALIDATION_FAILED above 99 units, common.CONFLICT for a full cart.
 */
export async function addItem(
  trx: Transaction,
  ids: Ids,
  owner: CartOwner,
  wanted: Wanted,
): Promise<OwnedCart> {
  const cart = await lockOrCreateCart(trx, owner, ids);
  const [put] = await putInCarts(trx, 'id', [{ key: cart.id, ...wanted, itemId: ids.next() }]);
  if (put == null || !put.fresh) throw new Error(`cart ${cart.id} changed while it was locked`);
  requireWritten(put, wanted);
  return cart;
}

/** Throws what `addItem` throws, when nothing was written. */
export function requireWritten(
  { written, present, terms }: Pick<Put, 'written' | 'present' | 'terms'>,
  { offerId, quantity }: Wanted,
): void {
  if (written) return;
  if (present + quantity > MAX_QUANTITY) throw tooMany(present);
  if (terms === null) throw noSuchOffer();
  requireAvailable({ offerId, ...terms }, present + quantity);
  throw cartFull();
}

/** Sets an item's quantity. Fewer units are always allowed, more only while the offer has them. */
export async function setQuantity(
  trx: Transaction,
  owner: CartOwner,
  itemId: string,
  quantity: number,
): Promise<OwnedCart> {
  const { cart, item } = await lockItem(trx, owner, itemId);
  const offer = await offerFor(trx, item.offerId, owner);
  if (quantity > item.quantity) requireAvailable(offer, quantity);
  await updateItem(trx, { id: item.id, quantity, seenPrice: offer.price });
  await touchCart(trx, cart.id);
  return cart;
}

export async function removeItem(trx: Transaction, owner: CartOwner, itemId: string): Promise<OwnedCart> {
  const { cart, item } = await lockItem(trx, owner, itemId);
  await deleteItem(trx, item.id);
  await touchCart(trx, cart.id);
  return cart;
}

/** Null when there is no cart: nothing to empty. */
export async function clear(trx: Transaction, owner: CartOwner): Promise<OwnedCart | null> {
  const cart = await lockCart(trx, owner);
  if (cart === null) return null;
  await deleteItems(trx, cart.id);
  await touchCart(trx, cart.id);
  return cart;
}

async function lockItem(trx: Transaction, owner: CartOwner, itemId: string) {
  const cart = await lockCart(trx, owner);
  const item = cart === null ? null : await findItem(trx, cart.id, itemId);
  if (cart === null || item === null) {
    throw new WaslError('common.NOT_FOUND', { detail: 'No such cart item.' });
  }
  return { cart, item };
}

async function offerFor(trx: Transaction, offerId: string, owner: CartOwner): Promise<OfferForSale> {
  const offer = (await readOffersForSale(trx, [offerId], accountOf(owner))).get(offerId);
  if (offer === undefined) throw noSuchOffer();
  return offer;
}

function requireAvailable(offer: Pick<OfferForSale, 'offerId' | keyof OfferTerms>, quantity: number): void {
  const available = offer.notForSale === null ? offer.available : 0;
  if (available >= quantity) return;
  throw new WaslError('cart.OFFER_UNAVAILABLE', {
    detail:
      available === 0
        ? 'This offer cannot be bought now.'
        : `Only ${available} of this offer can be bought now. Choose a smaller quantity.`,
    extension: { lines: [{ offerId: offer.offerId, requested: quantity, available }] },
  });
}

function noSuchOffer(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such offer.' });
}

function tooMany(present: number): WaslError {
  const message = `at most ${MAX_QUANTITY} of one offer, ${present} are in the cart already`;
  return new WaslError('common.VALIDATION_FAILED', {
    detail: `A cart holds at most ${MAX_QUANTITY} of one offer.`,
    errors: [{ pointer: '/quantity', code: 'maximum', message }],
  });
}

function cartFull(): WaslError {
  return new WaslError('common.CONFLICT', {
    detail: `A cart holds at most ${MAX_LINES} different offers. Take one out first.`,
  });
}
