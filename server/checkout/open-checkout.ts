import { WaslError } from '../../actors/errors.ts';
import { MOST_GROUPS } from '../../actors/order/state.ts';
import type { Transaction } from '../../db/database.ts';
import { runPrepared } from '../../db/prepared.ts';
import type { SettingValues } from '../admin/settings.ts';
import { lockCart } from '../cart/cart-store.ts';
import type { OfferForSale } from '../cart/offers-for-sale.ts';
import { readCart } from '../cart/read-cart.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Locale } from '../http/operation.ts';
import { type Allocation, allocate, type Shortage } from './allocate.ts';
import type { CheckoutLineRow, CheckoutParts } from './checkout-store.ts';
import { endCheckouts } from './end-checkouts.ts';
import { lineName } from './line-name.ts';
import { lockStock, moveStock } from './stock.ts';
import { refuseUnavailable, type UnavailableLine, unavailable } from './unavailable-lines.ts';

type OpenDependencies = Pick<Dependencies, 'clock' | 'ids'> & {
  settings: Pick<SettingValues, 'checkoutLifeMinutes'>;
};

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
 * Throws checkout.CART_EMPTY, checkout.TOO_MANY_SELLERS, checkout.ITEM_UNAVAILABLE. Answers what was written.
 */
export async function openCheckout(
  trx: Transaction,
  deps: OpenDependencies,
  opening: Opening,
): Promise<CheckoutParts> {
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
  const owner = { kind: 'account', accountId } as const;
  const lines = (await lockCart(trx, owner)) === null ? [] : ((await readCart(trx, owner))?.lines ?? []);
  if (lines.length === 0) {
    throw new WaslError('checkout.CART_EMPTY', { detail: 'The cart is empty. Put something into it first.' });
  }
  return lines;
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

const LOCK_FORMER = {
  name: 'lock_open_checkout',
  sql: `SELECT id FROM checkouts WHERE account_id = ? AND status = 'OPEN' FOR UPDATE`,
};

/** Cancels the buyer's open checkout, if any, and answers what is free of the wanted offers, all of it locked. */
async function freeStock(
  trx: Transaction,
  deps: OpenDependencies,
  accountId: string,
  wanted: readonly WantedOffer[],
) {
  const former = await runPrepared<{ id: string }>(trx, LOCK_FORMER, [accountId]);
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
): Promise<CheckoutParts> {
  const { clock, ids, settings } = deps;
  const at = clock.now();
  const checkoutId = ids.next();
  const expiresAt = new Date(at.getTime() + settings.checkoutLifeMinutes * 60_000);
  const lines = wanted.map(({ offer, quantity }) => copyLine(ids.next(), offer, quantity));
  const lineIds = new Map(lines.map((line) => [line.offerId, line.id]));
  const reservations = allocations.map((allocation) => ({
    id: ids.next(),
    lineId: lineIds.get(allocation.offerId),
    ...allocation,
  }));
  await runPrepared(trx, WRITE, [
    ...[checkoutId, accountId, expiresAt, checkoutId, JSON.stringify(lines)],
    ...[checkoutId, at, JSON.stringify(reservations)],
  ]);
  const moves = allocations.map(({ offerId, warehouseId, quantity }) => ({
    offerId,
    warehouseId,
    onHand: 0,
    reserved: quantity,
    cause: 'RESERVE' as const,
    causeId: checkoutId,
  }));
  await moveStock(trx, moves, { ids, at, accountId, repeated: 'fail' });
  const checkout = {
    ...{ id: checkoutId, accountId, status: 'OPEN' as const, expiresAt },
    ...NOTHING_CHOSEN,
  };
  return { checkout, lines, shipping: [] };
}

const NOTHING_CHOSEN = { address: null, paymentMethod: null, orderId: null };

/** A checkout with its lines and what they hold. */
const WRITE = {
  name: 'open_checkout',
  sql: `
  WITH opened AS (
    INSERT INTO checkouts (id, account_id, status, expires_at) VALUES (?, ?, 'OPEN', ?)),
  copied AS (
    INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, digital,
                                quantity, unit_price)
    SELECT l.id, ?::uuid, l."offerId", l."variantId", l."sellerId", l.sku, l."nameEn", l."nameAr", l.digital,
           l.quantity, l."unitPrice"
      FROM jsonb_to_recordset(?::jsonb) AS l(id uuid, "offerId" uuid, "variantId" uuid, "sellerId" uuid, sku text,
                                             "nameEn" text, "nameAr" text, digital boolean, quantity integer,
                                             "unitPrice" numeric))
  INSERT INTO reservations (id, checkout_id, line_id, offer_id, warehouse_id, quantity, status, created_at)
  SELECT r.id, ?::uuid, r."lineId", r."offerId", r."warehouseId", r.quantity, 'HELD', ?::timestamptz
    FROM jsonb_to_recordset(?::jsonb) AS r(id uuid, "lineId" uuid, "offerId" uuid, "warehouseId" uuid,
                                           quantity integer)`,
};

function copyLine(id: string, offer: OfferForSale, quantity: number): CheckoutLineRow {
  return {
    id,
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
