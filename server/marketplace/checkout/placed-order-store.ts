import type { Transaction } from '../../../db/database.ts';
import { arrayOf, nullable, numeric, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** An order, and what placing it consumes. */
export interface OrderOfCheckout {
  orderId: string;
  checkoutId: string;
  /** Null for a buyer without a cart. */
  cartId: string | null;
}

/** An order line: a checkout's line, assigned to a group. */
export interface LineOfCheckout {
  id: string;
  orderId: string;
  groupId: string;
  /** Id of the checkout's line. */
  copyOf: string;
}

/**
 * Inserts the lines of orders whose groups already exist, confirms their checkouts, and removes the offers from the
 * buyers' carts. One statement for all, so that its foreign keys are checked once at its end.
 * @param taxRate Percent; prices include the tax.
 */
export async function insertLines(
  trx: Transaction,
  orders: readonly OrderOfCheckout[],
  lines: readonly LineOfCheckout[],
  { taxRate, taxAmount }: { taxRate: string; taxAmount: string },
): Promise<void> {
  await insert.count(trx, {
    orderIds: orders.map(({ orderId }) => orderId),
    checkoutIds: orders.map(({ checkoutId }) => checkoutId),
    cartIds: orders.map(({ cartId }) => cartId),
    lineIds: lines.map(({ id }) => id),
    lineOrderIds: lines.map(({ orderId }) => orderId),
    lineGroupIds: lines.map(({ groupId }) => groupId),
    copiedIds: lines.map(({ copyOf }) => copyOf),
    ...{ taxRate, taxAmount },
  });
}

const insert = statement({
  name: 'checkout.insert_order_lines',
  sql: `
  -- also writes carts and cart_items, which the cart owns, and order_lines, because this runs with every order and may
  -- take only one round trip
  WITH placed AS MATERIALIZED (
    SELECT * FROM unnest((SELECT :orderIds::uuid[]), (SELECT :checkoutIds::uuid[]), (SELECT :cartIds::uuid[]))
                  AS p(order_id, checkout_id, cart_id)),
  copied AS MATERIALIZED (
    SELECT n.id AS new_id, n.order_id, n.group_id, l.*
      FROM unnest((SELECT :lineIds::uuid[]), (SELECT :lineOrderIds::uuid[]), (SELECT :lineGroupIds::uuid[]),
                  (SELECT :copiedIds::uuid[])) AS n(id, order_id, group_id, copy_of)
     CROSS JOIN LATERAL (SELECT checkout_id, offer_id, variant_id, sku, name_en, name_ar, options, option_texts,
                                quantity, unit_price
                           FROM checkout_lines WHERE id = n.copy_of OFFSET 0) l),
  bought AS MATERIALIZED (
    SELECT i.id FROM copied JOIN placed USING (checkout_id)
     CROSS JOIN LATERAL (SELECT id FROM cart_items
                          WHERE cart_id = placed.cart_id AND offer_id = copied.offer_id OFFSET 0) i),
  taken AS (
    DELETE FROM cart_items WHERE id = ANY((SELECT array_agg(id) FROM bought)::uuid[])),
  touched AS (
    UPDATE carts SET version = version + 1, updated_at = now() WHERE id = ANY((SELECT :cartIds::uuid[])::uuid[])),
  confirmed AS (
    UPDATE checkouts c SET status = 'CONFIRMED', order_id = p.order_id, version = version + 1, updated_at = now()
      FROM placed p WHERE c.id = p.checkout_id AND c.id = ANY((SELECT :checkoutIds::uuid[])::uuid[]))
  INSERT INTO order_lines (id, order_id, group_id, offer_id, variant_id, sku, name_en, name_ar, options, option_texts,
                           quantity, unit_price, line_total, tax_rate, tax_amount)
  SELECT new_id, order_id, group_id, offer_id, variant_id, sku, name_en, name_ar, options, option_texts, quantity,
         unit_price, unit_price * quantity, :taxRate::numeric, :taxAmount::numeric
    FROM copied`,
  params: {
    ...{ orderIds: arrayOf(uuid), checkoutIds: arrayOf(uuid), cartIds: arrayOf(nullable(uuid)) },
    ...{ lineIds: arrayOf(uuid), lineOrderIds: arrayOf(uuid), lineGroupIds: arrayOf(uuid) },
    ...{ copiedIds: arrayOf(uuid), taxRate: numeric, taxAmount: numeric },
  },
  prepare: true,
});
