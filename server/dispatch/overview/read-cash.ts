import { add } from '../../../actors/money/money.ts';
import type { Database } from '../../../db/database.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Span } from './day-span.ts';

type CashFigures = components['schemas']['DispatchOverview']['cash'];

interface Row {
  collected: string;
  reversed: string;
  handed_in: string;
  differences: string;
  on_the_road: string;
}

/**
 * The cash of a day. What drivers held at its end is what they hold now without what happened since, so that no sum
 * over the whole ledger is needed.
 */
export async function readCash(database: Database, { from, to }: Span): Promise<CashFigures> {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `WITH collected AS (
       SELECT coalesce(sum(amount) FILTER (WHERE recorded_at < :to), 0) AS of_day,
              coalesce(sum(amount) FILTER (WHERE recorded_at >= :to), 0) AS since
         FROM driver_collections WHERE recorded_at >= :from),
     booked AS (
       SELECT coalesce(sum(-e.amount) FILTER (WHERE j.at < :to AND j.kind = 'REVERSAL'
                                                AND e.account LIKE 'driver:%'), 0) AS reversed,
              coalesce(sum(e.amount) FILTER (WHERE j.at < :to AND j.kind = 'HAND_IN' AND e.account = 'till'), 0)
                AS handed_in,
              coalesce(sum(-e.amount) FILTER (WHERE j.at < :to AND j.kind = 'HAND_IN'
                                                AND e.account LIKE 'driver-difference:%'), 0) AS differences,
              coalesce(sum(e.amount) FILTER (WHERE j.at >= :to AND e.account LIKE 'driver:%'), 0) AS since
         FROM ledger_journals j JOIN ledger_entries e ON e.journal_id = j.id
        WHERE j.kind IN ('HAND_IN', 'REVERSAL') AND j.at >= :from)
     SELECT c.of_day AS collected, b.reversed, b.handed_in, b.differences,
            (SELECT coalesce(sum(cash_on_hand), 0) FROM drivers) - c.since - b.since AS on_the_road
       FROM collected c, booked b`,
    { from, to },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate without a row');
  return {
    collected: inCents(row.collected),
    reversed: inCents(row.reversed),
    handedIn: inCents(row.handed_in),
    differences: inCents(row.differences),
    onTheRoad: inCents(row.on_the_road),
  };
}

/** A sum of nothing has no decimals. */
function inCents(amount: string): CashFigures['collected'] {
  return qar(add(amount));
}
