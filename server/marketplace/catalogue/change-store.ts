import type { Database } from '../../../db/database.ts';
import { bigint, integer, jsonb, text } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** The newest catalogue changes, and the oldest transaction running when they were read. */
export interface ChangeTail {
  xmin: number;
  changes: [subject: string | null, shelf: boolean, xid: number][];
}

/** Changes by transactions from `xmin` on; none if null. */
export async function readChanges(database: Database, xmin: number | null): Promise<ChangeTail> {
  const tail =
    xmin === null
      ? await readNow.first(database, {})
      : await readSince.first(database, { xmin: String(xmin) });
  if (tail === null) throw new Error('a SELECT without FROM has a row');
  return tail;
}

const TAIL = { xmin: bigint, changes: jsonb<ChangeTail['changes']>() };

/**
 * Subject, shelf and xid of the changes since. A stock change is attributed to the offer's current product; reassigning
 * or deleting an offer is recorded separately.
 */
const CHANGED = `(SELECT coalesce(product_id, seller_id) AS subject, shelf, xid FROM catalogue_changes
                   WHERE xid >= :xmin::text::xid8 AND offer_id IS NULL
                  UNION ALL
                  SELECT v.product_id, c.shelf, c.xid
                    FROM (SELECT offer_id, bool_or(shelf) AS shelf, max(xid) AS xid FROM catalogue_changes
                           WHERE xid >= :xmin::text::xid8 AND offer_id IS NOT NULL GROUP BY 1) c
                    JOIN offers o ON o.id = c.offer_id JOIN variants v ON v.id = o.variant_id) s`;

const readSince = statement({
  name: 'catalogue.read_changes',
  sql: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin,
               coalesce((SELECT jsonb_agg(jsonb_build_array(subject, shelf, xid))
                           FROM (SELECT subject, bool_or(shelf) AS shelf, max(xid::text::bigint) AS xid
                                   FROM ${CHANGED} GROUP BY 1) c), '[]') AS changes`,
  params: { xmin: text },
  row: TAIL,
  prepare: true,
});

const readNow = statement({
  name: 'catalogue.read_xmin',
  sql: `SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin, '[]'::jsonb AS changes`,
  row: TAIL,
  prepare: true,
});

/** Returns how many it deleted. */
export function deleteChanges(database: Database, olderThanMinutes: number): Promise<number> {
  return deleteOld.count(database, { minutes: olderThanMinutes });
}

const deleteOld = statement({
  name: 'catalogue.delete_changes',
  sql: 'DELETE FROM catalogue_changes WHERE at < now() - make_interval(mins => :minutes)',
  params: { minutes: integer },
});
