import type { Database } from '../../../db/database.ts';
import { integer } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';

/** Days that count. */
const DAYS = 90;
/** Orders kept to that a seller is credited with from the start, so that one late answer does not make a bad name. */
const CREDIT = 20;

/**
 * Works out how well sellers keep to their orders: the share of groups of the last days that they neither rejected
 * nor left unanswered past the deadline. It is the last thing that decides between offers, so an hour's delay is
 * nothing. Answers how many changed.
 */
export function computeSellerStandings(database: Database): Promise<number> {
  return compute.count(database, { days: DAYS });
}

const compute = statement({
  name: 'catalogue.compute_seller_standings',
  sql: `INSERT INTO seller_standings (seller_id, standing)
        SELECT g.seller_id,
               round((count(*) FILTER (WHERE g.status <> 'REJECTED' AND NOT g.deadline_missed) + ${CREDIT})::numeric
                     / (count(*) + ${CREDIT}), 3)
          FROM order_groups g JOIN orders o ON o.id = g.order_id
         WHERE o.placed_at > now() - make_interval(days => :days)
         GROUP BY g.seller_id
        ON CONFLICT (seller_id) DO UPDATE SET standing = excluded.standing, computed_at = now()
         WHERE seller_standings.standing <> excluded.standing`,
  params: { days: integer },
});
