import type { JsonObject, ProjectionTable } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { bigint, integer, jsonb, oneOf, uuid } from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const ACTOR = { key: uuid, version: bigint, schema: integer, state: jsonb<JsonObject>() };
export type ActorRow = ValuesOf<typeof ACTOR>;

/** Actors of a kind after a key, in key order. */
export function readActors(
  trx: Transaction,
  kind: 'order' | 'driver',
  after: string,
  limit: number,
): Promise<ActorRow[]> {
  return actors.all(trx, { kind, after, limit });
}

const actors = statement({
  name: 'projections.actors',
  sql: `SELECT key, version, schema, state FROM actor
         WHERE kind = :kind AND key > :after ORDER BY key LIMIT :limit`,
  params: { kind: oneOf<'order' | 'driver'>(), after: uuid, limit: bigint },
  row: ACTOR,
});

/** Whole rows of any projection table; the check needs no column names. */
export async function readProjected(
  trx: Transaction,
  table: ProjectionTable,
  key: string,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> {
  return knexOf(trx)<Record<string, unknown>>(table).whereIn(key, ids);
}
