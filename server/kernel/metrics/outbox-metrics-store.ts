import type { Database } from '../../../db/database.ts';
import { double, integer } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const FIGURES = {
  /** Commits with pending effects. */
  waiting: integer,
  /** Commits that are no longer retried. */
  parked: integer,
  /** Age of the oldest pending one in seconds. */
  age: double,
};
export type OutboxMetrics = ValuesOf<typeof FIGURES>;

export function readOutboxMetrics(database: Database): Promise<OutboxMetrics | null> {
  return figures.first(database, {});
}

const figures = statement({
  name: 'metrics.outbox',
  sql: `SELECT count(*) FILTER (WHERE parked_at IS NULL)::int AS waiting,
               count(parked_at)::int AS parked,
               coalesce(extract(epoch FROM now() - min(at) FILTER (WHERE parked_at IS NULL)), 0)::float8 AS age
          FROM outbox`,
  row: FIGURES,
});
