import type { Transaction } from '../../../db/database.ts';
import { bigint, integer, text, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

/** Free units in active warehouses, for offers with a low-stock threshold. */
const WATCHED = `SELECT o.id, o.low_stock_threshold AS threshold,
         coalesce((SELECT sum(l.on_hand - l.reserved) FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                    WHERE l.offer_id = o.id), 0)::integer AS available
    FROM offers o WHERE o.low_stock_threshold IS NOT NULL`;

/** Removes the marks of offers that are no longer below their thresholds. */
export async function removeOldMarks(trx: Transaction): Promise<void> {
  await removeMarks.count(trx, {});
}

const removeMarks = statement({
  name: 'inventory.remove_old_low_stock_marks',
  sql: `DELETE FROM low_stock_marks m
         WHERE NOT EXISTS (SELECT 1 FROM (${WATCHED}) w WHERE w.id = m.offer_id AND w.available < w.threshold)`,
});

const LOW_OFFER = {
  id: uuid,
  available: integer,
  threshold: integer,
  version: integer,
  seller_id: uuid,
  sku: text,
  title_en: text,
  title_ar: text,
};
export type LowOffer = ValuesOf<typeof LOW_OFFER>;

/**
 * Marks up to `limit` unmarked offers below their thresholds and returns them. Only active offers of active sellers,
 * since no one else wants to restock. @param at Domain time.
 */
export function markLow(trx: Transaction, at: Date, limit: number): Promise<LowOffer[]> {
  return mark.all(trx, { at, limit });
}

const mark = statement({
  name: 'inventory.mark_low_stock',
  sql: `WITH low AS (
          SELECT w.id, w.threshold, w.available FROM (${WATCHED}) w
            JOIN offers o ON o.id = w.id AND o.active
            JOIN sellers s ON s.id = o.seller_id AND s.status = 'ACTIVE'
           WHERE w.available < w.threshold AND NOT EXISTS (SELECT 1 FROM low_stock_marks m WHERE m.offer_id = w.id)
           ORDER BY w.id LIMIT :limit),
        marked AS (
          INSERT INTO low_stock_marks (offer_id, since) SELECT id, :at::timestamptz FROM low ORDER BY id
          ON CONFLICT (offer_id) DO NOTHING RETURNING offer_id)
        SELECT low.id, low.available, low.threshold, o.version, o.seller_id, v.sku, p.title_en, p.title_ar
          FROM marked JOIN low ON low.id = marked.offer_id JOIN offers o ON o.id = low.id
          JOIN variants v ON v.id = o.variant_id JOIN products p ON p.id = v.product_id
         ORDER BY low.id`,
  params: { at: timestamptz, limit: bigint },
  row: LOW_OFFER,
});
