import type { Database, Transaction } from '../../../db/database.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { SettingValues } from '../../kernel/settings/settings.ts';
import type { FilledCart, OfferForSale } from '../cart/cart.ts';

import { type Allocation, LOCK_ORDER } from '../inventory/inventory.ts';

import type { CheckoutLineRow, CheckoutParts } from './checkout-store.ts';
import { lineName } from './line-name.ts';

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
  const opened = await runPrepared(executor, OPEN, [
    ...[cart.id, cart.version, accountId, JSON.stringify(reservations), offerIds],
    ...[checkoutId, accountId, expiresAt, checkoutId, JSON.stringify(lines)],
    ...[checkoutId, at, checkoutId, accountId, at, offerIds],
  ]);
  if (opened.length === 0) return null;
  const checkout = {
    ...{ id: checkoutId, accountId, status: 'OPEN' as const, expiresAt },
    ...NOTHING_CHOSEN,
  };
  return { checkout, lines, shipping: [] };
}

const NOTHING_CHOSEN = { address: null, paymentMethod: null, orderId: null, version: 1 };

/**
 * A checkout with its lines and what they hold of the stock, or nothing at all. The cart is locked and must have the
 * version it was read with; opening raises it, so that of two openings at once the later finds another one. Then the
 * stock rows are locked, in their order, and must have what is wanted of them. Offers are named besides as an array:
 * of rows out of JSON a hundred are expected, for which all stock would be read.
 */
const OPEN = {
  name: 'open_checkout',
  sql: `
  WITH cart AS (
    UPDATE carts SET version = version + 1
     WHERE id = ?::uuid AND version = ?::integer
       AND NOT EXISTS (SELECT 1 FROM checkouts c WHERE c.account_id = ?::uuid AND c.status = 'OPEN')
    RETURNING id),
  wanted AS MATERIALIZED (
    SELECT r.id, r."movementId", r."lineId", r."offerId" AS offer_id, r."warehouseId" AS warehouse_id, r.quantity
      FROM jsonb_to_recordset(?::jsonb) AS r(id uuid, "movementId" uuid, "lineId" uuid, "offerId" uuid,
                                             "warehouseId" uuid, quantity integer)),
  locked AS MATERIALIZED (
    SELECT l.offer_id, l.warehouse_id, l.on_hand - l.reserved AS free FROM stock_levels l
     WHERE (SELECT count(*) FROM cart) = 1
       AND l.offer_id = ANY(?::uuid[])
       AND (l.offer_id, l.warehouse_id) IN (SELECT offer_id, warehouse_id FROM wanted)
     ${LOCK_ORDER}),
  enough AS MATERIALIZED (
    SELECT 1 FROM wanted JOIN locked USING (offer_id, warehouse_id)
    HAVING count(*) FILTER (WHERE locked.free >= wanted.quantity) = (SELECT count(*) FROM wanted)),
  opened AS (
    INSERT INTO checkouts (id, account_id, status, expires_at)
    SELECT ?::uuid, ?::uuid, 'OPEN', ?::timestamptz FROM enough),
  copied AS (
    INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, options,
                                option_texts, digital, quantity, unit_price)
    SELECT l.id, ?::uuid, l."offerId", l."variantId", l."sellerId", l.sku, l."nameEn", l."nameAr", l.options,
           l."optionTexts", l.digital, l.quantity, l."unitPrice"
      FROM enough, jsonb_to_recordset(?::jsonb) AS l(id uuid, "offerId" uuid, "variantId" uuid, "sellerId" uuid,
                                                     sku text, "nameEn" text, "nameAr" text, options jsonb,
                                                     "optionTexts" jsonb, digital boolean, quantity integer,
                                                     "unitPrice" numeric)),
  held AS (
    INSERT INTO reservations (id, checkout_id, line_id, offer_id, warehouse_id, quantity, status, created_at)
    SELECT w.id, ?::uuid, w."lineId", w.offer_id, w.warehouse_id, w.quantity, 'HELD', ?::timestamptz
      FROM enough, wanted w),
  moved AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT w."movementId", w.offer_id, w.warehouse_id, 0, w.quantity, 'RESERVE', ?, ?::uuid, ?::timestamptz
      FROM enough, wanted w)
  UPDATE stock_levels l SET reserved = l.reserved + w.quantity, updated_at = now()
    FROM enough, wanted w
   WHERE l.offer_id = w.offer_id AND l.warehouse_id = w.warehouse_id AND l.offer_id = ANY(?::uuid[])
  RETURNING 1`,
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
    options: offer.options,
    optionTexts: offer.optionTexts,
    digital: offer.digital,
    quantity,
    unitPrice: offer.price,
  };
}
