import { add } from '../../../actors/money/money.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AddressSnapshot } from '../../../db/models/checkout.ts';
import { runPrepared } from '../../../db/prepared.ts';
import type { OfferForSale } from '../cart/cart.ts';
import type { HeldUnits } from '../inventory/inventory.ts';
import { type CheckoutParts, goodsTotal as goodsOf, shippingTotal as shippingOf } from './checkout-store.ts';
import { allocationRows, type DraftGroup } from './draft-groups.ts';

/** A checkout that may be confirmed. */
export interface Sold {
  parts: CheckoutParts;
  /** Every unit of every line. */
  held: readonly HeldUnits[];
  address: AddressSnapshot;
  paymentMethod: 'COD';
  /** What was sold, by id. */
  offers: ReadonlyMap<string, OfferForSale>;
  cartId: string | null;
  principal: { accountId: string };
}

export interface PlacedOrder {
  orderId: string;
  number: string;
  placedAt: Date;
  groups: readonly DraftGroup[];
}

/** QAR. */
export function totalsOf({ lines, shipping }: CheckoutParts) {
  const [goodsTotal, shippingTotal] = [goodsOf(lines), shippingOf(shipping)];
  return { goodsTotal, shippingTotal, total: add(goodsTotal, shippingTotal) };
}

/**
 * An order with its groups, lines and where they are sold from; its checkout is confirmed and its offers leave the buyer's cart. One statement for any number of lines: all its foreign keys are checked at
 * its end.
 */
export async function writeOrder(trx: Transaction, sold: Sold, order: PlacedOrder): Promise<void> {
  const { parts, held, cartId, principal, address, paymentMethod } = sold;
  const { orderId, number, placedAt, groups } = order;
  const { goodsTotal: goods, shippingTotal: shipping, total } = totalsOf(parts);
  await runPrepared(trx, WRITE, [
    ...[cartId, parts.lines.map((line) => line.offerId), cartId],
    ...[orderId, parts.checkout.id],
    ...[orderId, number, parts.checkout.id, principal.accountId, JSON.stringify(address), paymentMethod],
    ...[goods, shipping, total, placedAt],
    JSON.stringify(groups.map((group) => group.row)),
    JSON.stringify(groups.flatMap((group) => group.lines)),
    JSON.stringify(allocationRows(groups, held)),
  ]);
}

const WRITE = {
  name: 'write_order',
  sql: `
  WITH taken AS (
    DELETE FROM cart_items WHERE cart_id = ?::uuid AND offer_id = ANY(?::uuid[])),
  touched AS (
    UPDATE carts SET version = version + 1, updated_at = now() WHERE id = ?::uuid),
  confirmed AS (
    UPDATE checkouts SET status = 'CONFIRMED', order_id = ?::uuid, version = version + 1, updated_at = now()
     WHERE id = ?::uuid),
  placed AS (
    INSERT INTO orders (id, number, checkout_id, account_id, status, address, payment_method, goods_total,
                        shipping_total, total, placed_at, actor_version)
    VALUES (?, ?, ?, ?, 'PENDING', ?::jsonb, ?, ?, ?, ?, ?, 1)),
  groups AS (
    INSERT INTO order_groups (id, order_id, seller_id, warehouse_id, method_code, method_name_en, method_name_ar,
                              promised_from, promised_to, goods_total, shipping_total, cash_due, commission_rate,
                              commission, accept_by, status, payment_status, actor_version)
    SELECT g.id, g."orderId", g."sellerId", g."warehouseId", g."methodCode", g."methodNameEn", g."methodNameAr",
           g."promisedFrom", g."promisedTo", g."goodsTotal", g."shippingTotal", g."cashDue", g."commissionRate",
           g.commission, g."acceptBy", g.status, g."paymentStatus", g."actorVersion"
      FROM jsonb_to_recordset(?::jsonb) AS g(
           id uuid, "orderId" uuid, "sellerId" uuid, "warehouseId" uuid, "methodCode" text, "methodNameEn" text,
           "methodNameAr" text, "promisedFrom" date, "promisedTo" date, "goodsTotal" numeric, "shippingTotal" numeric,
           "cashDue" numeric, "commissionRate" numeric, commission numeric, "acceptBy" timestamptz, status text,
           "paymentStatus" text, "actorVersion" bigint)),
  lines AS (
    INSERT INTO order_lines (id, order_id, group_id, offer_id, variant_id, sku, name_en, name_ar, options, option_texts,
                             quantity, unit_price, line_total, tax_rate, tax_amount)
    SELECT l.id, l."orderId", l."groupId", l."offerId", l."variantId", l.sku, l."nameEn", l."nameAr", l.options,
           l."optionTexts", l.quantity, l."unitPrice", l."lineTotal", l."taxRate", l."taxAmount"
      FROM jsonb_to_recordset(?::jsonb) AS l(
           id uuid, "orderId" uuid, "groupId" uuid, "offerId" uuid, "variantId" uuid, sku text, "nameEn" text,
           "nameAr" text, options jsonb, "optionTexts" jsonb, quantity integer, "unitPrice" numeric, "lineTotal" numeric, "taxRate" numeric,
           "taxAmount" numeric))
  INSERT INTO order_line_allocations (line_id, offer_id, warehouse_id, quantity)
  SELECT a."lineId", a."offerId", a."warehouseId", a.quantity
    FROM jsonb_to_recordset(?::jsonb) AS a("lineId" uuid, "offerId" uuid, "warehouseId" uuid, quantity integer)`,
};
