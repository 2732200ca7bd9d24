import { WaslError } from '../../../actors/errors.ts';
import { MOST_GROUPS } from '../../../actors/order/state.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { type FilledCart, lockCart, readCart } from '../cart/cart.ts';

import {
  allocate,
  lockStock,
  readFreeStock,
  type Shortage,
  type WantedLine,
} from '../inventory/inventory.ts';

import { type CheckoutParts, lockOpenCheckouts } from './checkout-store.ts';
import { endCheckouts } from './end-checkouts.ts';
import { lineName } from './line-name.ts';
import { refuseUnavailable, type UnavailableLine, unavailable } from './unavailable-lines.ts';
import { type OpenDependencies, type WantedOffer, writeCheckout } from './write-checkout.ts';

export interface Opening {
  accountId: string;
  locale: Locale;
}

/**
 * Copies the buyer's cart into a new checkout and reserves every line, or refuses and changes nothing. What is read is
 * looked at again by the one statement that writes, which is the only one to lock anything: cart, then stock. Null when
 * that takes more: another checkout is open, or what was read has changed. Throws what `openCheckout` throws.
 */
export async function openAtOnce(
  executor: Database | Transaction,
  deps: OpenDependencies,
  opening: Opening,
): Promise<CheckoutParts | null> {
  const cart = await readCart(executor, { kind: 'account', accountId: opening.accountId });
  const wanted = wantedOf(cart, opening.locale);
  const offerIds = wanted.map(({ offer }) => offer.offerId);
  const stock = await readFreeStock(executor, offerIds, opening.accountId);
  if (cart === null || stock === null) return null;
  const result = allocate(wantedLines(wanted), stock);
  if (!result.ok) return null;
  return writeCheckout(executor, deps, { ...opening, cart, wanted, allocations: result.allocations });
}

/**
 * The same for any cart, with everything locked before it is read, in the order cart, checkout, stock, as everywhere.
 * An open checkout is cancelled and what it held is free for this one.
 * Throws checkout.CART_EMPTY, checkout.TOO_MANY_SELLERS, checkout.ITEM_UNAVAILABLE. Answers what was written.
 */
export async function openCheckout(
  trx: Transaction,
  deps: OpenDependencies,
  opening: Opening,
): Promise<CheckoutParts> {
  const owner = { kind: 'account', accountId: opening.accountId } as const;
  // Locked, so that one buyer opens one checkout at a time.
  const cart = (await lockCart(trx, owner)) === null ? null : await readCart(trx, owner);
  const wanted = wantedOf(cart, opening.locale);
  const stock = await freeStock(trx, deps, opening.accountId, wanted);
  const result = allocate(wantedLines(wanted), stock);
  if (!result.ok) throw unavailable(problemLines(wanted, result.shortages, opening.locale));
  const opened =
    cart === null
      ? null
      : await writeCheckout(trx, deps, { ...opening, cart, wanted, allocations: result.allocations });
  // Between the reading of the cart and its lock nobody can have come.
  if (opened === null) throw new Error(`the cart of ${opening.accountId} changed while it was locked`);
  return opened;
}

/** The cart's lines. What is sold out already is refused without queueing for its stock rows. */
function wantedOf(cart: FilledCart | null, locale: Locale): WantedOffer[] {
  const wanted = cart?.lines ?? [];
  if (wanted.length === 0) {
    throw new WaslError('checkout.CART_EMPTY', { detail: 'The cart is empty. Put something into it first.' });
  }
  refuseManySellers(wanted);
  refuseUnavailable(problemLines(wanted, shortOnSight(wanted), locale));
  return wanted;
}

function wantedLines(wanted: readonly WantedOffer[]): WantedLine[] {
  return wanted.map(({ offer: { offerId, sellerId }, quantity }) => ({ offerId, sellerId, quantity }));
}

/** Each seller's part is a group of the order, and an order holds only so many. */
function refuseManySellers(wanted: readonly WantedOffer[]): void {
  const sellers = new Set(wanted.map(({ offer }) => offer.sellerId)).size;
  if (sellers <= MOST_GROUPS) return;
  throw new WaslError('checkout.TOO_MANY_SELLERS', {
    detail: `One order takes items of at most ${MOST_GROUPS} sellers; this cart has ${sellers}. Order the rest separately.`,
    extension: { sellerCount: sellers, sellerLimit: MOST_GROUPS },
  });
}

/** Cancels the buyer's open checkout, if any, and answers what is free of the wanted offers, all of it locked. */
async function freeStock(
  trx: Transaction,
  deps: OpenDependencies,
  accountId: string,
  wanted: readonly WantedOffer[],
) {
  const formerIds = await lockOpenCheckouts(trx, accountId);
  const offerIds = wanted.map(({ offer }) => offer.offerId);
  const stock = await lockStock(trx, offerIds, formerIds);
  if (formerIds.length === 0) return stock;
  await endCheckouts(trx, deps, formerIds, { status: 'CANCELLED', accountId });
  return lockStock(trx, offerIds, []);
}

function shortOnSight(wanted: readonly WantedOffer[]): Shortage[] {
  return wanted
    .filter(({ offer, quantity }) => offer.available < quantity)
    .map(({ offer, quantity }) => ({
      offerId: offer.offerId,
      requested: quantity,
      available: offer.available,
    }));
}

function problemLines(
  wanted: readonly WantedOffer[],
  shortages: readonly Shortage[],
  locale: Locale,
): UnavailableLine[] {
  return wanted.flatMap(({ offer, quantity }) => {
    const { offerId, notForSale } = offer;
    const short = shortages.find((shortage) => shortage.offerId === offerId);
    if (notForSale === null && short === undefined) return [];
    return [
      {
        offerId,
        name: lineName(offer, locale),
        requested: quantity,
        available: notForSale === null ? Math.max(0, short?.available ?? 0) : 0,
        reason: notForSale ?? 'INSUFFICIENT_STOCK',
      },
    ];
  });
}
