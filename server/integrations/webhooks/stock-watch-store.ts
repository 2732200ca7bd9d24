import type { Transaction } from '../../../db/database.ts';
import { bigint, boolean, integer, text, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const PLACE = {
  /** Changes of transactions before it were told. */
  xmin: text,
  /** The place to go on from next time: all transactions before it have ended. */
  next: text,
  /** The log is not kept for as long as nobody has looked, or is another one after a restore. */
  gap: boolean,
  /** Whether a seller's endpoint has chosen the kind. */
  wanted: boolean,
  /** Nobody has looked for a minute. */
  idle: boolean,
};
export type Place = ValuesOf<typeof PLACE>;

/** Sellers of whom an endpoint has chosen the kind. */
export const WANTING = `SELECT seller_id FROM webhook_endpoints
                  WHERE removed_at IS NULL AND status IN ('ACTIVE', 'PAUSED') AND seller_id IS NOT NULL
                    AND 'stock.changed' = ANY(kinds)`;

/** Locks the place up to which changes were told; null while another worker reads on from there. */
export function lockPlace(trx: Transaction): Promise<Place | null> {
  return lock.first(trx, {});
}

const lock = statement({
  name: 'webhooks.lock_stock_place',
  sql: `SELECT next_xmin::text AS xmin, pg_snapshot_xmin(pg_current_snapshot())::text AS next,
               looked_at < now() - interval '5 minutes' OR next_xmin > pg_snapshot_xmin(pg_current_snapshot()) AS gap,
               EXISTS (${WANTING}) AS wanted, looked_at < now() - interval '1 minute' AS idle
          FROM webhook_stock_place FOR UPDATE SKIP LOCKED`,
  row: PLACE,
});

const TOLD = {
  offerId: uuid,
  sellerId: uuid,
  sku: text,
  available: integer,
  version: bigint,
};
export type Told = ValuesOf<typeof TOLD>;

/**
 * Of offers that changed since the place (after a gap: of all) and whose sellers want to know, up to `limit` whose
 * available units differ from those told last; notes them as told. Available are free units in active warehouses.
 */
export function noteChanged(trx: Transaction, { xmin, gap }: Place, limit: number): Promise<Told[]> {
  return changed.all(trx, { xmin, gap, limit });
}

const changed = statement({
  name: 'webhooks.note_changed_stock',
  sql: `WITH touched AS (
          SELECT offer_id AS id FROM catalogue_changes WHERE xid >= :xmin::text::xid8 AND offer_id IS NOT NULL AND NOT :gap
          UNION
          SELECT o.id FROM catalogue_changes c JOIN variants v ON v.product_id = c.product_id
            JOIN offers o ON o.variant_id = v.id
           WHERE c.xid >= :xmin::text::xid8 AND c.product_id IS NOT NULL AND NOT :gap
          UNION
          SELECT id FROM offers WHERE seller_id IN (${WANTING}) AND :gap
        ), present AS (
          SELECT o.id, o.seller_id, v.sku,
                 coalesce((SELECT sum(l.on_hand - l.reserved)
                             FROM stock_levels l JOIN warehouses w ON w.id = l.warehouse_id AND w.active
                            WHERE l.offer_id = o.id), 0)::integer AS available
            FROM touched t JOIN offers o ON o.id = t.id JOIN variants v ON v.id = o.variant_id
           WHERE o.seller_id IN (${WANTING})
        ), told AS (
          INSERT INTO webhook_stock AS s (offer_id, available)
          SELECT p.id, p.available FROM present p LEFT JOIN webhook_stock k ON k.offer_id = p.id
           WHERE p.available IS DISTINCT FROM k.available ORDER BY p.id LIMIT :limit
          ON CONFLICT (offer_id) DO UPDATE SET available = EXCLUDED.available, version = DEFAULT
          RETURNING s.offer_id, s.available, s.version
        )
        SELECT t.offer_id AS "offerId", p.seller_id AS "sellerId", p.sku, t.available, t.version
          FROM told t JOIN present p ON p.id = t.offer_id ORDER BY t.version`,
  params: { xmin: text, gap: boolean, limit: bigint },
  row: TOLD,
});

/** Goes on from `next` the next time. */
export async function advancePlace(trx: Transaction, { next }: Place): Promise<void> {
  await advance.count(trx, { next });
}

const advance = statement({
  name: 'webhooks.advance_stock_place',
  sql: 'UPDATE webhook_stock_place SET next_xmin = :next::text::xid8, looked_at = now()',
  params: { next: text },
});
