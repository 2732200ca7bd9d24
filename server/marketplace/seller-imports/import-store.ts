import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  jsonb,
  nothing,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';
import type { Change, Kind, Violation } from './sheet.ts';

export type ImportStatus = 'CHECKING' | 'CHECKED' | 'APPLYING' | 'DONE' | 'STOPPED' | 'FAILED';
export type StoredStatus = 'PENDING' | 'TO_APPLY' | 'UNCHANGED' | 'APPLIED' | 'FAULTY';

const IMPORT = {
  id: uuid,
  sellerId: uuid,
  accountId: uuid,
  kind: oneOf<Kind>(),
  status: oneOf<ImportStatus>(),
  columns: arrayOf(text),
  ignored: arrayOf(text),
  rows: integer,
  pending: integer,
  toApply: integer,
  unchanged: integer,
  applied: integer,
  faulty: integer,
  reason: nullable(text),
  createdAt: timestamptz,
  changedAt: timestamptz,
} satisfies Shape;

export type SellerImport = ValuesOf<typeof IMPORT>;

const SELECT = `SELECT id, seller_id AS "sellerId", account_id AS "accountId", kind, status, columns, ignored, rows,
  pending, to_apply AS "toApply", unchanged, applied, faulty, reason, created_at AS "createdAt",
  changed_at AS "changedAt" FROM seller_imports`;

const NEW_IMPORT = {
  id: uuid,
  sellerId: uuid,
  accountId: uuid,
  kind: oneOf<Kind>(),
  columns: arrayOf(text),
  ignored: arrayOf(text),
  rows: integer,
  /** Number of these rows that could not be read. */
  faulty: integer,
} satisfies Shape;

/** Rejects with a unique violation while another import of the seller and kind is running. */
export async function insertImport(trx: Transaction, row: ValuesOf<typeof NEW_IMPORT>): Promise<void> {
  await insert.count(trx, row);
}

const insert = statement({
  name: 'imports.insert',
  sql: `INSERT INTO seller_imports (id, seller_id, account_id, kind, columns, ignored, rows, pending, faulty)
        VALUES (:id, :sellerId, :accountId, :kind, :columns, :ignored, :rows, :rows::integer - :faulty::integer, :faulty)`,
  params: NEW_IMPORT,
});

export interface NewRow {
  row: number;
  unit: number;
  cells: readonly string[];
  status: StoredStatus;
  faults: readonly Violation[];
}

export async function insertRows(trx: Transaction, importId: string, rows: readonly NewRow[]): Promise<void> {
  await insertMany.count(trx, { importId, rows });
}

const insertMany = statement({
  name: 'imports.insert_rows',
  sql: `INSERT INTO seller_import_rows (import_id, row, unit, cells, status, faults)
        SELECT :importId, r.row, r.unit, ARRAY(SELECT jsonb_array_elements_text(r.cells)), r.status, r.faults
          FROM jsonb_to_recordset(:rows) AS r (row integer, unit integer, cells jsonb, status text, faults jsonb)`,
  params: { importId: uuid, rows: jsonb<readonly NewRow[]>() },
});

/** Null for another seller's import. */
export function findImport(
  executor: Database | Transaction,
  sellerId: string,
  id: string,
): Promise<SellerImport | null> {
  return find.first(executor, { id, sellerId });
}

const find = statement({
  name: 'imports.find',
  sql: `${SELECT} WHERE id = :id AND seller_id = :sellerId`,
  params: { id: uuid, sellerId: uuid },
  row: IMPORT,
});

/** Waits for the current chunk, and runs before the next one. */
export async function lockImport(
  trx: Transaction,
  sellerId: string,
  id: string,
): Promise<SellerImport | null> {
  await queue.all(trx, { id });
  return lock.first(trx, { id, sellerId });
}

// Row locks are not fair: the worker, which locks the row again at once, would starve everyone else.
const queue = statement({
  name: 'imports.queue',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:id::uuid::text, 0)) AS held',
  params: { id: uuid },
  row: { held: nothing },
});

const lock = statement({
  name: 'imports.lock',
  sql: `${SELECT} WHERE id = :id AND seller_id = :sellerId FOR UPDATE`,
  params: { id: uuid, sellerId: uuid },
  row: IMPORT,
});

/** A seller's imports of these kinds, newest first. */
export function listImports(
  database: Database,
  filter: { sellerId: string; kinds: readonly string[]; before: string | null; count: number },
): Promise<SellerImport[]> {
  return list.all(database, filter);
}

const list = statement({
  name: 'imports.list',
  sql: `${SELECT} WHERE seller_id = :sellerId AND kind = ANY(:kinds) AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :count`,
  params: { sellerId: uuid, kinds: arrayOf(text), before: nullable(uuid), count: bigint },
  row: IMPORT,
});

/** The import that has waited longest for its next chunk. */
export async function nextDue(database: Database): Promise<string | null> {
  return (await due.first(database, {}))?.id ?? null;
}

const due = statement({
  name: 'imports.next_due',
  sql: `SELECT id FROM seller_imports WHERE status IN ('CHECKING', 'APPLYING') ORDER BY changed_at LIMIT 1`,
  row: { id: uuid },
});

/**
 * Locks a running import for one chunk; null if it is not running, another worker has it, or someone is waiting to stop
 * it.
 */
export async function holdDue(trx: Transaction, id: string): Promise<SellerImport | null> {
  const [turn] = await take.all(trx, { id });
  return turn?.held === true ? hold.first(trx, { id }) : null;
}

const take = statement({
  name: 'imports.take',
  sql: 'SELECT pg_try_advisory_xact_lock(hashtextextended(:id::uuid::text, 0)) AS held',
  params: { id: uuid },
  row: { held: boolean },
});

const hold = statement({
  name: 'imports.hold',
  sql: `${SELECT} WHERE id = :id AND status IN ('CHECKING', 'APPLYING') FOR UPDATE`,
  params: { id: uuid },
  row: IMPORT,
});

const ROW = {
  row: integer,
  unit: integer,
  cells: arrayOf(text),
  status: oneOf<StoredStatus>(),
} satisfies Shape;

export type ImportRow = ValuesOf<typeof ROW>;

/** The next units, complete: at least this many rows if there are enough. */
export function readChunk(
  trx: Transaction,
  importId: string,
  status: StoredStatus,
  size: number,
): Promise<ImportRow[]> {
  return chunk.all(trx, { importId, status, size });
}

const chunk = statement({
  name: 'imports.chunk',
  sql: `SELECT row, unit, cells, status FROM seller_import_rows
         WHERE import_id = :importId
           AND unit = ANY (ARRAY(SELECT unit FROM seller_import_rows
                                  WHERE import_id = :importId AND status = :status ORDER BY unit LIMIT :size))
         ORDER BY unit, row`,
  params: { importId: uuid, status: text, size: bigint },
  row: ROW,
});

export interface RowOutcome {
  row: number;
  status: StoredStatus;
  faults: readonly Violation[];
  notes: readonly Violation[];
  changes: readonly Change[];
}

/** Writes the outcomes of rows and updates the import's counts by the rows that changed state. */
export async function writeOutcomes(
  trx: Transaction,
  importId: string,
  outcomes: readonly RowOutcome[],
): Promise<void> {
  await writeRows.count(trx, { importId, outcomes });
}

const writeRows = statement({
  name: 'imports.write_outcomes',
  sql: `WITH said AS (
          SELECT * FROM jsonb_to_recordset(:outcomes)
                     AS o (row integer, status text, faults jsonb, notes jsonb, changes jsonb)
        ), before AS (
          SELECT r.row, r.status AS was, said.status AS now_is FROM said
            JOIN seller_import_rows r ON r.import_id = :importId AND r.row = said.row
        ), written AS (
          UPDATE seller_import_rows r
             SET status = said.status, faults = said.faults, notes = said.notes, changes = said.changes
            FROM said WHERE r.import_id = :importId AND r.row = said.row
        ), moved AS (
          SELECT count(*) FILTER (WHERE now_is = 'PENDING') - count(*) FILTER (WHERE was = 'PENDING') AS pending,
                 count(*) FILTER (WHERE now_is = 'TO_APPLY') - count(*) FILTER (WHERE was = 'TO_APPLY') AS to_apply,
                 count(*) FILTER (WHERE now_is = 'UNCHANGED') - count(*) FILTER (WHERE was = 'UNCHANGED') AS unchanged,
                 count(*) FILTER (WHERE now_is = 'APPLIED') - count(*) FILTER (WHERE was = 'APPLIED') AS applied,
                 count(*) FILTER (WHERE now_is = 'FAULTY') - count(*) FILTER (WHERE was = 'FAULTY') AS faulty
            FROM before
        )
        UPDATE seller_imports i
           SET pending = i.pending + m.pending, to_apply = i.to_apply + m.to_apply,
               unchanged = i.unchanged + m.unchanged, applied = i.applied + m.applied,
               faulty = i.faulty + m.faulty, failures = 0, changed_at = clock_timestamp()
          FROM moved m WHERE i.id = :importId`,
  params: { importId: uuid, outcomes: jsonb<readonly RowOutcome[]>() },
});

/** @param reason Why it ended, unless it was requested. */
export async function setStatus(
  trx: Transaction,
  id: string,
  status: ImportStatus,
  reason: string | null = null,
): Promise<void> {
  await set.count(trx, { id, status, reason });
}

const set = statement({
  name: 'imports.set_status',
  sql: `UPDATE seller_imports SET status = :status, reason = :reason, failures = 0, changed_at = clock_timestamp()
         WHERE id = :id`,
  params: { id: uuid, status: text, reason: nullable(text) },
});

/** Records a failed chunk; after `max` consecutive failures the import fails. */
export async function noteFailure(database: Database, id: string, max: number): Promise<void> {
  await fail.count(database, { id, max });
}

const fail = statement({
  name: 'imports.note_failure',
  sql: `UPDATE seller_imports
           SET failures = failures + 1, changed_at = clock_timestamp(),
               status = CASE WHEN failures + 1 >= :max THEN 'FAILED' ELSE status END,
               reason = CASE WHEN failures + 1 >= :max THEN 'common.INTERNAL' ELSE reason END
         WHERE id = :id AND status IN ('CHECKING', 'APPLYING')`,
  params: { id: uuid, max: integer },
});

const SHOWN_ROW = {
  ...ROW,
  faults: jsonb<Violation[]>(),
  notes: jsonb<Violation[]>(),
  changes: jsonb<Change[]>(),
} satisfies Shape;

export type ShownRow = ValuesOf<typeof SHOWN_ROW>;

/** Rows in file order. @param statuses Only these; null for all. */
export function listRows(
  database: Database,
  filter: { importId: string; statuses: readonly string[] | null; after: number; count: number },
): Promise<ShownRow[]> {
  return rowsOf.all(database, filter);
}

const rowsOf = statement({
  name: 'imports.list_rows',
  sql: `SELECT row, unit, cells, status, faults, notes, changes FROM seller_import_rows
         WHERE import_id = :importId AND row > :after AND (:statuses::text[] IS NULL OR status = ANY(:statuses))
         ORDER BY row LIMIT :count`,
  params: { importId: uuid, statuses: nullable(arrayOf(text)), after: integer, count: bigint },
  row: SHOWN_ROW,
});

/**
 * Deletes imports that are not running and have not changed for this many days, with their rows: at most `limit`, and no
 * more after 20,000 rows, since a file may have as many. Returns how many, or `limit` if more are due.
 */
export async function deleteOldImports(database: Database, days: number, limit: number): Promise<number> {
  const { due, deleted } = (await deleteOld.first(database, { days, limit })) ?? { due: 0, deleted: 0 };
  return deleted < due ? limit : deleted;
}

const deleteOld = statement({
  name: 'imports.delete_old',
  sql: `WITH due AS MATERIALIZED (
          SELECT id, sum(rows) OVER (ORDER BY changed_at, id) - rows AS rows_before
            FROM (SELECT id, rows, changed_at FROM seller_imports
                   WHERE changed_at < now() - make_interval(days => :days)
                     AND status NOT IN ('CHECKING', 'APPLYING')
                   ORDER BY changed_at, id LIMIT :limit) AS oldest
        ), deleted AS (
          DELETE FROM seller_imports WHERE id IN (SELECT id FROM due WHERE rows_before < 20000) RETURNING id
        )
        SELECT (SELECT count(*) FROM due) AS due, (SELECT count(*) FROM deleted) AS deleted`,
  params: { days: integer, limit: bigint },
  row: { due: bigint, deleted: bigint },
});
