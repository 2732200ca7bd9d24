import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { tell } from '../../notifications/notifications.ts';

type WatchDependencies = Pick<Dependencies, 'database' | 'clock' | 'ids' | 'actors'>;

/** Free pieces of the offers whose sellers want to know, in active warehouses. */
const WATCHED = `SELECT o.id, o.low_stock_threshold AS threshold,
         coalesce((SELECT sum(l.on_hand - l.reserved) FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                    WHERE l.offer_id = o.id), 0)::integer AS available
    FROM offers o WHERE o.low_stock_threshold IS NOT NULL`;

interface LowOffer {
  id: string;
  version: number;
  seller_id: string;
  sku: string;
  title_en: string;
  title_ar: string;
  available: number;
  threshold: number;
}

/**
 * Tells sellers of up to `limit` offers that have fallen below their thresholds, once for each fall: the mark left with
 * the notice goes when the offer is above again. Levels are compared as they stand between commits, so checkouts never
 * wait for it, and what rose again before anybody looked was not low. Two watchers at once leave one mark. Answers how
 * many sellers' offers it told of.
 */
export async function watchLowStock(deps: WatchDependencies, limit: number): Promise<number> {
  const left = await inTransaction(deps.database, async (trx) => {
    await rearm(trx);
    const rows: OutboxRow[] = [];
    for (const offer of await markLow(trx, deps.clock.now(), limit))
      rows.push(await tellOf(trx, deps, offer));
    return rows;
  });
  for (const outbox of left) await deps.actors.publish({ outbox });
  return left.length;
}

async function rearm(trx: Transaction): Promise<void> {
  await trx.raw(
    `DELETE FROM low_stock_marks m
      WHERE NOT EXISTS (SELECT 1 FROM (${WATCHED}) w WHERE w.id = m.offer_id AND w.available < w.threshold)`,
  );
}

/** Of offers that are switched on, of active sellers: nobody else wants to fill up. */
async function markLow(trx: Transaction, at: Date, limit: number): Promise<LowOffer[]> {
  const { rows } = await trx.raw<{ rows: LowOffer[] }>(
    `WITH low AS (
       SELECT w.* FROM (${WATCHED}) w
         JOIN offers o ON o.id = w.id AND o.active
         JOIN sellers s ON s.id = o.seller_id AND s.status = 'ACTIVE'
        WHERE w.available < w.threshold AND NOT EXISTS (SELECT 1 FROM low_stock_marks m WHERE m.offer_id = w.id)
        ORDER BY w.id LIMIT ?),
     marked AS (
       INSERT INTO low_stock_marks (offer_id, since) SELECT id, ?::timestamptz FROM low ORDER BY id
       ON CONFLICT (offer_id) DO NOTHING RETURNING offer_id)
     SELECT low.id, low.available, low.threshold, o.version, o.seller_id, v.sku, p.title_en, p.title_ar
       FROM marked JOIN low ON low.id = marked.offer_id JOIN offers o ON o.id = low.id
       JOIN variants v ON v.id = o.variant_id JOIN products p ON p.id = v.product_id
      ORDER BY low.id`,
    [limit, at],
  );
  return rows;
}

async function tellOf(trx: Transaction, { ids }: WatchDependencies, offer: LowOffer): Promise<OutboxRow> {
  const { id, version, seller_id: sellerId, sku, available, threshold } = offer;
  const data = { offerId: id, sku, titleEn: offer.title_en, titleAr: offer.title_ar, available, threshold };
  const about = { id, version };
  const { outbox } = await tell(trx, ids, {
    kind: 'LOW_STOCK',
    to: { sellerId },
    data,
    about,
    requestId: null,
  });
  return outbox;
}
