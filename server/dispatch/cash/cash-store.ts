import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  integer,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const held = { cash_on_hand: numeric, cash_limit: nullable(numeric), cod_assigned: numeric };

/** What a driver holds, may hold and is about to collect; null if the driver does not exist. */
export function readDriverCash(database: Database, driverId: string): Promise<ValuesOf<typeof held> | null> {
  return ofDriver.first(database, { driverId });
}

const ofDriver = statement({
  name: 'cash.of_driver',
  sql: 'SELECT cash_on_hand, cash_limit, cod_assigned FROM drivers WHERE id = :driverId',
  params: { driverId: uuid },
  row: held,
});

const driverCash = {
  id: uuid,
  full_name: text,
  ...held,
  open_collections: bigint,
  last_settled_at: nullable(timestamptz),
};
export type DriverCashRow = ValuesOf<typeof driverCash>;

/** Drivers who may hold cash, older than `before`, newest first. */
export function readDriversCash(
  database: Database,
  before: string | null,
  limit: number,
): Promise<DriverCashRow[]> {
  return ofDrivers.all(database, { before, limit });
}

const ofDrivers = statement({
  name: 'cash.of_drivers',
  sql: `SELECT d.id, d.full_name, d.cash_on_hand, d.cash_limit, d.cod_assigned,
               (SELECT count(*) FROM driver_collections c
                 WHERE c.driver_id = d.id AND c.settlement_id IS NULL AND c.reversed_at IS NULL) AS open_collections,
               (SELECT max(closed_at) FROM settlements s WHERE s.driver_id = d.id) AS last_settled_at
          FROM drivers d
         WHERE d.status IN ('APPROVED', 'SUSPENDED') AND (:before::uuid IS NULL OR d.id < :before)
         ORDER BY d.id DESC LIMIT :limit`,
  params: { before: nullable(uuid), limit: bigint },
  row: driverCash,
});

export async function totalOnHand(database: Database): Promise<string> {
  return (await onHand.first(database, {}))?.total ?? '0.00';
}

const onHand = statement({
  name: 'cash.total_on_hand',
  sql: 'SELECT coalesce(sum(cash_on_hand), 0.00) AS total FROM drivers',
  row: { total: numeric },
});

const entry = {
  id: uuid,
  at: timestamptz,
  kind: oneOf<'COLLECTION' | 'HAND_IN' | 'REVERSAL'>(),
  amount: numeric,
  task_id: nullable(uuid),
  order_number: nullable(text),
  settlement_id: nullable(uuid),
};
export type CashEntryRow = ValuesOf<typeof entry>;

export interface EntryPosition {
  at: Date;
  id: string;
}

/** A driver's ledger entries, newest first: collected cash is positive, handed-in cash negative. */
export function readCashEntries(
  database: Database,
  driverId: string,
  after: EntryPosition | null,
  limit: number,
): Promise<CashEntryRow[]> {
  const position = { afterAt: after?.at ?? null, afterId: after?.id ?? null };
  return entries.all(database, { account: `driver:${driverId}`, ...position, limit });
}

const entries = statement({
  name: 'cash.entries_of_account',
  sql: `SELECT j.id, j.at, j.kind, e.amount, e.task_id, o.number AS order_number,
               CASE WHEN j.kind = 'HAND_IN' THEN split_part(j.cause, ':', 2)::uuid ELSE c.settlement_id END AS settlement_id
          FROM ledger_entries e
          JOIN ledger_journals j ON j.id = e.journal_id
          LEFT JOIN driver_collections c ON j.kind = 'COLLECTION' AND c.task_id = e.task_id
                                        AND c.number = coalesce(nullif(split_part(j.cause, ':', 3), '')::integer, 1)
          LEFT JOIN delivery_tasks t ON t.id = e.task_id
          LEFT JOIN orders o ON o.id = t.order_id
         WHERE e.account = :account AND (:afterAt::timestamptz IS NULL OR (j.at, j.id) < (:afterAt, :afterId))
         ORDER BY j.at DESC, j.id DESC LIMIT :limit`,
  params: { account: text, afterAt: nullable(timestamptz), afterId: nullable(uuid), limit: bigint },
  row: entry,
});

/** Open clearing balances of completed tasks: those completed since, and the known ones first. */
export function readOpenClearing(
  trx: Transaction,
  terms: { since: Date; known: readonly string[]; seconds: number; limit: number },
): Promise<{ task_id: string; balance: string }[]> {
  return openClearing.all(trx, terms);
}

const openClearing = statement({
  name: 'cash.open_clearing',
  // Uses the command rows' PostgreSQL clock: with an accelerated domain clock a moment would look like an hour.
  sql: `SELECT t.id AS task_id, sum(e.amount) AS balance
          FROM delivery_tasks t
          JOIN ledger_entries e ON e.task_id = t.id AND e.account = 'clearing'
          JOIN ledger_journals j ON j.id = e.journal_id
          JOIN actor_command c ON c.kind = j.actor_kind AND c.key = j.actor_key AND c.version = j.actor_version
         WHERE t.status = 'COMPLETED' AND (t.completed_at > :since OR t.id = ANY (:known))
         GROUP BY t.id
        HAVING sum(e.amount) <> 0 AND max(c.at) < now() - make_interval(secs => :seconds::integer)
         ORDER BY t.id = ANY (:known) DESC, t.id LIMIT :limit`,
  params: { since: timestamptz, known: arrayOf(uuid), seconds: integer, limit: bigint },
  row: { task_id: uuid, balance: numeric },
});
