import type { Database } from '../../../db/database.ts';
import { integer } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Days taken into account. */
const STANDING_DAYS = 90;
/** Kept orders credited to every seller, so that a single late answer does not dominate. */
const CREDITED_GROUPS = 20;

/**
 * Recalculates sellers' standings: the share of groups within the last days that they neither rejected nor left
 * unanswered past the deadline. It is the last criterion between offers, so an hour's delay does not matter. Returns
 * how many changed.
 */
export function computeSellerStandings(database: Database): Promise<number> {
  return compute.count(database, { days: STANDING_DAYS });
}

const compute = statement({
  name: 'catalogue.compute_seller_standings',
  sql: `INSERT INTO seller_standings (seller_id, standing)
        SELECT g.seller_id,
               round((count(*) FILTER (WHERE g.status <> 'REJECTED' AND NOT g.deadline_missed) + ${CREDITED_GROUPS})::numeric
                     / (count(*) + ${CREDITED_GROUPS}), 3)
          FROM order_groups g JOIN orders o ON o.id = g.order_id
         WHERE o.placed_at > now() - make_interval(days => :days)
         GROUP BY g.seller_id
        ON CONFLICT (seller_id) DO UPDATE SET standing = excluded.standing, computed_at = now()
         WHERE seller_standings.standing <> excluded.standing`,
  params: { days: integer },
});
