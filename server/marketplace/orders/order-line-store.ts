import type { Database, Transaction } from '../../../db/database.ts';
import type { Variant } from '../../../db/models/variant.ts';
import { arrayOf, integer, jsonb, numeric, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const LINE_ROW = {
  id: uuid,
  groupId: uuid,
  offerId: uuid,
  variantId: uuid,
  sku: text,
  nameEn: text,
  nameAr: text,
  /** The variant's options when it was bought; empty on lines older than this column. */
  options: jsonb<Variant['options']>(),
  optionTexts: jsonb<Variant['optionTexts']>(),
  quantity: integer,
  // QAR.
  unitPrice: numeric,
  lineTotal: numeric,
  /** Percent; prices include the tax. */
  taxRate: numeric,
  taxAmount: numeric,
};

/** Immutable once written. */
export type OrderLine = ValuesOf<typeof LINE_ROW>;

const LINE = `SELECT id, group_id AS "groupId", offer_id AS "offerId", variant_id AS "variantId", sku,
                     name_en AS "nameEn", name_ar AS "nameAr", options, option_texts AS "optionTexts", quantity,
                     unit_price AS "unitPrice", line_total AS "lineTotal", tax_rate AS "taxRate",
                     tax_amount AS "taxAmount"
                FROM order_lines`;

/** In the order they were written. */
export function linesOfOrder(executor: Database | Transaction, orderId: string): Promise<OrderLine[]> {
  return ofOrder.all(executor, { orderId });
}

const ofOrder = statement({
  name: 'orders.lines_of_order',
  sql: `${LINE} WHERE group_id IN (SELECT g.id FROM order_groups g WHERE g.order_id = :orderId) ORDER BY id`,
  params: { orderId: uuid },
  row: LINE_ROW,
});

/** Lines of all these groups, in the order they were written. */
export function linesOfGroups(
  executor: Database | Transaction,
  groupIds: readonly string[],
): Promise<OrderLine[]> {
  return ofGroups.all(executor, { groupIds });
}

const ofGroups = statement({
  name: 'orders.lines_of_groups',
  sql: `${LINE} WHERE group_id = ANY(:groupIds::uuid[]) ORDER BY id`,
  params: { groupIds: arrayOf(uuid) },
  row: LINE_ROW,
});

/** The first lines of each of these orders and its total number of units, by order. */
export function firstLines(database: Database, orderIds: readonly string[], count: number) {
  return first.all(database, { orderIds, count });
}

const first = statement({
  name: 'orders.first_lines',
  sql: `SELECT order_id AS "orderId", variant_id AS "variantId", name_en AS "nameEn", name_ar AS "nameAr", quantity,
               units
          FROM (SELECT g.order_id, l.id, l.variant_id, l.name_en, l.name_ar, l.quantity,
                       row_number() OVER (PARTITION BY g.order_id ORDER BY l.id) AS place,
                       sum(l.quantity) OVER (PARTITION BY g.order_id)::integer AS units
                  FROM order_groups g JOIN order_lines l ON l.group_id = g.id
                 WHERE g.order_id = ANY(:orderIds::uuid[])) lines
         WHERE place <= :count::integer
         ORDER BY order_id, place`,
  params: { orderIds: arrayOf(uuid), count: integer },
  row: { orderId: uuid, variantId: uuid, nameEn: text, nameAr: text, quantity: integer, units: integer },
});
