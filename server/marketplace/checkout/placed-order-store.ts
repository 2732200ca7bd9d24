import type { Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import type { AddressSnapshot } from '../orders/orders.ts';
import type { allocationRows, DraftGroup } from './draft-groups.ts';

/** Never given twice; one may stay unused. */
export async function nextOrderNumber(trx: Transaction): Promise<number> {
  const next = await nextNumber.first(trx, {});
  if (next === null) throw new Error('order_number gave no number');
  return next.value;
}

const nextNumber = statement({
  name: 'checkout.next_order_number',
  sql: `SELECT nextval('order_number') AS value`,
  row: { value: bigint },
  prepare: true,
});

const ORDER = {
  /** Null for a buyer without a cart. */
  cartId: nullable(uuid),
  /** Of the lines: what leaves the cart. */
  offerIds: arrayOf(uuid),
  orderId: uuid,
  checkoutId: uuid,
  number: text,
  accountId: uuid,
  address: jsonb<AddressSnapshot>(),
  paymentMethod: oneOf<'COD'>(),
  // QAR.
  goodsTotal: numeric,
  shippingTotal: numeric,
  total: numeric,
  placedAt: timestamptz,
  groups: jsonb<readonly DraftGroup['row'][]>(),
  lines: jsonb<DraftGroup['lines']>(),
  allocations: jsonb<ReturnType<typeof allocationRows>>(),
};

/**
 * An order with its groups, lines and where they are sold from; its checkout is confirmed and its offers leave the
 * buyer's cart. One statement for any number of lines: all its foreign keys are checked at its end.
 */
export async function insertOrder(trx: Transaction, order: ValuesOf<typeof ORDER>): Promise<void> {
  await insert.count(trx, order);
}

const insert = statement({
  name: 'checkout.insert_order',
  sql: `
  -- also writes carts and cart_items, which the cart owns, and the first rows of orders, order_groups, order_lines and
  -- order_line_allocations, because this runs with every order and one round trip is what it may take
  WITH taken AS (
    DELETE FROM cart_items WHERE cart_id = :cartId::uuid AND offer_id = ANY(:offerIds::uuid[])),
  touched AS (
    UPDATE carts SET version = version + 1, updated_at = now() WHERE id = :cartId::uuid),
  confirmed AS (
    UPDATE checkouts SET status = 'CONFIRMED', order_id = :orderId::uuid, version = version + 1, updated_at = now()
     WHERE id = :checkoutId::uuid),
  placed AS (
    INSERT INTO orders (id, number, checkout_id, account_id, status, address, payment_method, goods_total,
                        shipping_total, total, placed_at, actor_version)
    VALUES (:orderId, :number, :checkoutId, :accountId, 'PENDING', :address::jsonb, :paymentMethod, :goodsTotal,
            :shippingTotal, :total, :placedAt, 1)),
  groups AS (
    INSERT INTO order_groups (id, order_id, seller_id, warehouse_id, method_code, method_name_en, method_name_ar,
                              promised_from, promised_to, goods_total, shipping_total, cash_due, commission_rate,
                              commission, accept_by, status, payment_status, actor_version)
    SELECT g.id, g."orderId", g."sellerId", g."warehouseId", g."methodCode", g."methodNameEn", g."methodNameAr",
           g."promisedFrom", g."promisedTo", g."goodsTotal", g."shippingTotal", g."cashDue", g."commissionRate",
           g.commission, g."acceptBy", g.status, g."paymentStatus", g."actorVersion"
      FROM jsonb_to_recordset(:groups::jsonb) AS g(
           id uuid, "orderId" uuid, "sellerId" uuid, "warehouseId" uuid, "methodCode" text, "methodNameEn" text,
           "methodNameAr" text, "promisedFrom" date, "promisedTo" date, "goodsTotal" numeric, "shippingTotal" numeric,
           "cashDue" numeric, "commissionRate" numeric, commission numeric, "acceptBy" timestamptz, status text,
           "paymentStatus" text, "actorVersion" bigint)),
  lines AS (
    INSERT INTO order_lines (id, order_id, group_id, offer_id, variant_id, sku, name_en, name_ar, options, option_texts,
                             quantity, unit_price, line_total, tax_rate, tax_amount)
    SELECT l.id, l."orderId", l."groupId", l."offerId", l."variantId", l.sku, l."nameEn", l."nameAr", l.options,
           l."optionTexts", l.quantity, l."unitPrice", l."lineTotal", l."taxRate", l."taxAmount"
      FROM jsonb_to_recordset(:lines::jsonb) AS l(
           id uuid, "orderId" uuid, "groupId" uuid, "offerId" uuid, "variantId" uuid, sku text, "nameEn" text,
           "nameAr" text, options jsonb, "optionTexts" jsonb, quantity integer, "unitPrice" numeric,
           "lineTotal" numeric, "taxRate" numeric, "taxAmount" numeric))
  INSERT INTO order_line_allocations (line_id, offer_id, warehouse_id, quantity)
  SELECT a."lineId", a."offerId", a."warehouseId", a.quantity
    FROM jsonb_to_recordset(:allocations::jsonb) AS a("lineId" uuid, "offerId" uuid, "warehouseId" uuid,
                                                      quantity integer)`,
  params: ORDER,
  prepare: true,
});
