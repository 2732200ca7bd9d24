import { WaslError } from '../../actors/errors.ts';
import { MOST_GROUPS } from '../../actors/order/state.ts';
import type { Transaction } from '../../db/database.ts';
import { Checkout } from '../../db/models/checkout.ts';
import { CheckoutLine } from '../../db/models/checkout-line.ts';
import { Reservation } from '../../db/models/reservation.ts';
import { cartItems, lockCart } from '../cart/cart-store.ts';
import { type OfferForSale, readOffersForSale } from '../cart/offers-for-sale.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Locale } from '../http/operation.ts';
import { type Allocation, allocate, type Shortage } from './allocate.ts';
import { endCheckouts } from './end-checkouts.ts';
import { lineName } from './line-name.ts';
import { lockStock, moveStock } from './stock.ts';
import { refuseUnavailable, type UnavailableLine, unavailable } from './unavailable-lines.ts';

type OpenDependencies = Pick<Dependencies, 'clock' | 'ids' | 'settings'>;

export interface Opening {
  accountId: string;
  locale: Locale;
}

interface WantedOffer {
  offer: OfferForSale;
  quantity: number;
}

/**
 * Copies the buyer's cart into a new checkout and reserves every line, or refuses and changes nothing. An open one is
 * cancelled and what it held is free for this one. Rows are held in the order cart, checkout, stock, as everywhere.
 * Throws checkout.CART_EMPTY, checkout.TOO_MANY_SELLERS, checkout.ITEM_UNAVAILABLE. Answers the checkout's id.
 */
export async function openCheckout(
  trx: Transaction,
  deps: OpenDependencies,
  opening: Opening,
): Promise<string> {
  const wanted = await lockWanted(trx, opening.accountId);
  refuseManySellers(wanted);
  // What is sold out already is refused without queueing for its stock rows.
  refuseUnavailable(problemLines(wanted, shortOnSight(wanted), opening.locale));
  const stock = await freeStock(trx, deps, opening.accountId, wanted);
  const lines = wanted.map(({ offer: { offerId, sellerId }, quantity }) => ({ offerId, sellerId, quantity }));
  const result = allocate(lines, stock);
  if (!result.ok) throw unavailable(problemLines(wanted, result.shortages, opening.locale));
  return create(trx, deps, opening.accountId, wanted, result.allocations);
}

/** The cart's lines; its row stays locked, so one buyer opens one checkout at a time. */
async function lockWanted(trx: Transaction, accountId: string): Promise<WantedOffer[]> {
  const cart = await lockCart(trx, { kind: 'account', accountId });
  const items = cart === null ? [] : await cartItems(trx, cart.id);
  if (items.length === 0) {
    throw new WaslError('checkout.CART_EMPTY', { detail: 'The cart is empty. Put something into it first.' });
  }
  const offerIds = items.map((item) => item.offerId);
  const offers = await readOffersForSale(trx, offerIds, accountId);
  return items.flatMap(({ offerId, quantity }) => {
    const offer = offers.get(offerId);
    return offer === undefined ? [] : [{ offer, quantity }];
  });
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
  const former = await Checkout.query(trx)
    .where({ account_id: accountId, status: 'OPEN' })
    .forUpdate()
    .select('id');
  const formerIds = former.map((checkout) => checkout.id);
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

async function create(
  trx: Transaction,
  deps: OpenDependencies,
  accountId: string,
  wanted: readonly WantedOffer[],
  allocations: readonly Allocation[],
): Promise<string> {
  const { clock, ids, settings } = deps;
  const { checkoutLifeMinutes } = await settings.values(trx);
  const at = clock.now();
  const checkoutId = ids.next();
  const lines = wanted.map(({ offer, quantity }) => copyLine(ids.next(), checkoutId, offer, quantity));
  const lineIds = new Map(lines.map((line) => [line.offerId, line.id]));
  await Checkout.query(trx).insert({
    id: checkoutId,
    accountId,
    status: 'OPEN',
    expiresAt: new Date(at.getTime() + checkoutLifeMinutes * 60_000),
  });
  await CheckoutLine.query(trx).insert(lines);
  await Reservation.query(trx).insert(
    allocations.map((allocation) => ({
      id: ids.next(),
      checkoutId,
      lineId: lineIds.get(allocation.offerId) ?? '',
      ...allocation,
      status: 'HELD' as const,
      createdAt: at,
    })),
  );
  const moves = allocations.map(({ offerId, warehouseId, quantity }) => ({
    offerId,
    warehouseId,
    onHand: 0,
    reserved: quantity,
    cause: 'RESERVE' as const,
    causeId: checkoutId,
  }));
  await moveStock(trx, moves, { ids, at, accountId, repeated: 'fail' });
  return checkoutId;
}

function copyLine(id: string, checkoutId: string, offer: OfferForSale, quantity: number) {
  return {
    id,
    checkoutId,
    offerId: offer.offerId,
    variantId: offer.variantId,
    sellerId: offer.sellerId,
    sku: offer.sku,
    nameEn: lineName(offer, 'en'),
    nameAr: lineName(offer, 'ar'),
    digital: offer.digital,
    quantity,
    unitPrice: offer.price,
  };
}
