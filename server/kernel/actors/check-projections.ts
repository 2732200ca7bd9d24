import { driverMachine } from '../../../actors/driver/machine.ts';
import { driverRows } from '../../../actors/driver/project.ts';
import { orderMachine } from '../../../actors/order/machine.ts';
import { orderRows } from '../../../actors/order/project.ts';
import type { Json, RowOp } from '../../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { PROJECTION_TABLES } from '../../../db/stores/projection-tables.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { type ActorRow, readActors, readProjected } from './projection-store.ts';

/** A column of a projection that differs from its actor's state. */
export interface ProjectionDiscrepancy {
  table: string;
  id: string;
  column: string;
  row: unknown;
  state: Json;
}

export interface ProjectionCheck {
  actors: number;
  rows: number;
  /** The first hundred. */
  faults: ProjectionDiscrepancy[];
}

const MIRRORS = {
  order: ({ state, schema, version }: ActorRow) => orderRows(orderMachine.upcast(state, schema), version),
  driver: ({ state, schema, version }: ActorRow) => driverRows(driverMachine.upcast(state, schema), version),
};
const BATCH_SIZE = 200;
const MAX_FAULTS = 100;

/**
 * Compares every projection row with the state it mirrors, in one database snapshot. The zones' tickets are deltas
 * without a state to compare with, so they are not checked.
 */
export async function checkProjections(database: Database): Promise<ProjectionCheck> {
  const check: ProjectionCheck = { actors: 0, rows: 0, faults: [] };
  await inTransaction(
    database,
    async (trx) => {
      for (const kind of ['order', 'driver'] as const) {
        let after = '00000000-0000-0000-0000-000000000000';
        for (;;) {
          const actors = await readActors(trx, kind, after, BATCH_SIZE);
          await compare(trx, actors.flatMap(MIRRORS[kind]), check);
          check.actors += actors.length;
          const last = actors.at(-1);
          if (last === undefined || actors.length < BATCH_SIZE) break;
          after = last.key;
        }
      }
    },
    { isolation: 'repeatable read, read only' },
  );
  return check;
}

async function compare(trx: Transaction, expected: readonly RowOp[], check: ProjectionCheck): Promise<void> {
  for (const table of new Set(expected.map((row) => row.table))) {
    const [key = 'id'] = PROJECTION_TABLES[table].key;
    const wanted = expected.filter((row) => row.table === table);
    const ids = wanted.map(({ row }) => String(row[key]));
    const present = await readProjected(trx, table, key, ids);
    const byId = new Map(present.map((row) => [String(row[key]), row]));
    for (const { row } of wanted) {
      const id = String(row[key]);
      check.rows += 1;
      for (const [column, value] of Object.entries(row)) {
        // Set by the last commit that touched the row, so it may be older than the state.
        if (column === 'actor_version') continue;
        const found = byId.get(id)?.[column];
        if (!same(value, found) && check.faults.length < MAX_FAULTS)
          check.faults.push({ table, id, column, row: found, state: value });
      }
    }
  }
}

/** Equal as stored: timestamps by instant, JSON regardless of member order. */
function same(state: Json, row: unknown): boolean {
  if (row instanceof Date) return typeof state === 'string' && Date.parse(state) === row.getTime();
  return canonical(state) === canonical(row);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
