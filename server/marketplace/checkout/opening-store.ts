import type { Database, Transaction } from '../../../db/database.ts';
import { arrayOf, integer, jsonb, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type Allocation, LOCK_ORDER } from '../inventory/inventory.ts';
import type { CheckoutLineRow } from './checkout-store.ts';

/** Units of a line that are to be held, and the movement of the stock that this makes. */
export interface NewReservation extends Allocation {
  id: string;
  movementId: string;
  lineId: string | undefined;
}

const OPENING = {
  cartId: uuid,
  /** As it was read. */
  cartVersion: integer,
  accountId: uuid,
  checkoutId: uuid,
  expiresAt: timestamptz,
  /** Domain time. */
  at: timestamptz,
  lines: jsonb<readonly CheckoutLineRow[]>(),
  reservations: jsonb<readonly NewReservation[]>(),
  /** Of the reservations, once for each. */
  offerIds: arrayOf(uuid),
};

/**
 * A checkout with its lines and what they hold of the stock, or nothing at all. The cart is locked and must have the
 * version it was read with; opening raises it, so that of two openings at once the later finds another version. Then
 * the stock rows are locked, in their order, and must have the units wanted of them. The offers are also given as an
 * array: the planner expects a hundred rows from JSON and would read all stock for them.
 * False when nothing was written.
 */
export async function insertOpening(
  executor: Database | Transaction,
  opening: ValuesOf<typeof OPENING>,
): Promise<boolean> {
  return (await open.count(executor, opening)) > 0;
}

const open = statement({
  name: 'checkout.open',
  sql: `
  -- also writes carts, reservations, stock_movements and stock_levels, which other slices own, because all of it is
  -- written or none, in one round trip and with the stock rows held as briefly as can be
  WITH cart AS (
    UPDATE carts SET version = version + 1
     WHERE id = :cartId::uuid AND version = :cartVersion::integer
       AND NOT EXISTS (SELECT 1 FROM checkouts c WHERE c.account_id = :accountId::uuid AND c.status = 'OPEN')
    RETURNING id),
  wanted AS MATERIALIZED (
    SELECT r.id, r."movementId", r."lineId", r."offerId" AS offer_id, r."warehouseId" AS warehouse_id, r.quantity
      FROM jsonb_to_recordset(:reservations::jsonb) AS r(id uuid, "movementId" uuid, "lineId" uuid, "offerId" uuid,
                                                         "warehouseId" uuid, quantity integer)),
  locked AS MATERIALIZED (
    SELECT l.offer_id, l.warehouse_id, l.on_hand - l.reserved AS free FROM stock_levels l
     WHERE (SELECT count(*) FROM cart) = 1
       AND l.offer_id = ANY(:offerIds::uuid[])
       AND (l.offer_id, l.warehouse_id) IN (SELECT offer_id, warehouse_id FROM wanted)
     ${LOCK_ORDER}),
  enough AS MATERIALIZED (
    SELECT 1 FROM wanted JOIN locked USING (offer_id, warehouse_id)
    HAVING count(*) FILTER (WHERE locked.free >= wanted.quantity) = (SELECT count(*) FROM wanted)),
  opened AS (
    INSERT INTO checkouts (id, account_id, status, expires_at)
    SELECT :checkoutId::uuid, :accountId::uuid, 'OPEN', :expiresAt::timestamptz FROM enough),
  copied AS (
    INSERT INTO checkout_lines (id, checkout_id, offer_id, variant_id, seller_id, sku, name_en, name_ar, options,
                                option_texts, digital, quantity, unit_price)
    SELECT l.id, :checkoutId::uuid, l."offerId", l."variantId", l."sellerId", l.sku, l."nameEn", l."nameAr", l.options,
           l."optionTexts", l.digital, l.quantity, l."unitPrice"
      FROM enough, jsonb_to_recordset(:lines::jsonb) AS l(id uuid, "offerId" uuid, "variantId" uuid, "sellerId" uuid,
                                                          sku text, "nameEn" text, "nameAr" text, options jsonb,
                                                          "optionTexts" jsonb, digital boolean, quantity integer,
                                                          "unitPrice" numeric)),
  held AS (
    INSERT INTO reservations (id, checkout_id, line_id, offer_id, warehouse_id, quantity, status, created_at)
    SELECT w.id, :checkoutId::uuid, w."lineId", w.offer_id, w.warehouse_id, w.quantity, 'HELD', :at::timestamptz
      FROM enough, wanted w),
  moved AS (
    INSERT INTO stock_movements (id, offer_id, warehouse_id, on_hand_delta, reserved_delta, cause, cause_id, account_id, at)
    SELECT w."movementId", w.offer_id, w.warehouse_id, 0, w.quantity, 'RESERVE', :checkoutId::uuid::text,
           :accountId::uuid, :at::timestamptz
      FROM enough, wanted w)
  UPDATE stock_levels l SET reserved = l.reserved + w.quantity, updated_at = now()
    FROM enough, wanted w
   WHERE l.offer_id = w.offer_id AND l.warehouse_id = w.warehouse_id AND l.offer_id = ANY(:offerIds::uuid[])`,
  params: OPENING,
  prepare: true,
});
