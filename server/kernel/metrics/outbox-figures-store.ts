import type { Database } from '../../../db/database.ts';
import { double, integer } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const FIGURES = {
  /** Commits whose effects are not all done. */
  waiting: integer,
  /** Those that are tried no more. */
  parked: integer,
  /** Seconds since the oldest that waits. */
  age: double,
};
export type OutboxFigures = ValuesOf<typeof FIGURES>;

export function readOutboxFigures(database: Database): Promise<OutboxFigures | null> {
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
