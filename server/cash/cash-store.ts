import type { Database } from '../../db/database.ts';

export interface DriverCashRow {
  id: string;
  full_name: string;
  cash_on_hand: string;
  cash_limit: string | null;
  open_collections: number;
  last_settled_at: Date | null;
}

/** Drivers who may hold cash, older than `before`, newest first. */
export async function readDriversCash(
  database: Database,
  before: string | null,
  limit: number,
): Promise<DriverCashRow[]> {
  const { rows } = await database.raw<{ rows: DriverCashRow[] }>(
    `SELECT d.id, d.full_name, d.cash_on_hand, d.cash_limit,
            (SELECT count(*) FROM driver_collections c WHERE c.driver_id = d.id AND c.settlement_id IS NULL)
              AS open_collections,
            (SELECT max(closed_at) FROM settlements s WHERE s.driver_id = d.id) AS last_settled_at
       FROM drivers d
      WHERE d.status IN ('APPROVED', 'SUSPENDED') AND (?::uuid IS NULL OR d.id < ?::uuid)
      ORDER BY d.id DESC LIMIT ?`,
    [before, before, limit],
  );
  return rows;
}

export async function totalOnHand(database: Database): Promise<string> {
  const { rows } = await database.raw<{ rows: { total: string }[] }>(
    'SELECT coalesce(sum(cash_on_hand), 0.00) AS total FROM drivers',
  );
  return rows[0]?.total ?? '0.00';
}

export interface CashEntryRow {
  id: string;
  at: Date;
  kind: 'COLLECTION' | 'HAND_IN' | 'REVERSAL';
  amount: string;
  task_id: string | null;
  order_number: string | null;
  settlement_id: string | null;
}

export interface EntryPosition {
  at: Date;
  id: string;
}

/** A driver's lines of the ledger, newest first: cash taken is positive, cash handed in negative. */
export async function readCashEntries(
  database: Database,
  driverId: string,
  after: EntryPosition | null,
  limit: number,
): Promise<CashEntryRow[]> {
  const { rows } = await database.raw<{ rows: CashEntryRow[] }>(
    `SELECT j.id, j.at, j.kind, e.amount, e.task_id, o.number AS order_number,
            CASE WHEN j.kind = 'HAND_IN' THEN split_part(j.cause, ':', 2)::uuid ELSE c.settlement_id END AS settlement_id
       FROM ledger_entries e
       JOIN ledger_journals j ON j.id = e.journal_id
       LEFT JOIN driver_collections c ON c.task_id = e.task_id
       LEFT JOIN orders o ON o.id = c.order_id
      WHERE e.account = ? AND (?::timestamptz IS NULL OR (j.at, j.id) < (?::timestamptz, ?::uuid))
      ORDER BY j.at DESC, j.id DESC LIMIT ?`,
    [`driver:${driverId}`, after?.at ?? null, after?.at ?? null, after?.id ?? null, limit],
  );
  return rows;
}

export interface SettlementRow {
  id: string;
  driver_id: string;
  status: 'OPEN' | 'PENDING_APPROVAL' | 'CLOSED';
  expected: string;
  counted: string;
  difference: string;
  receipt_number: string | null;
  note: string | null;
  created_by: string;
  approved_by: string | null;
  created_at: Date;
  closed_at: Date | null;
}

export interface SettledCollection {
  task_id: string;
  amount: string;
}

export async function findSettlement(database: Database, id: string): Promise<SettlementRow | null> {
  return (await database<SettlementRow>('settlements').where('id', id).first()) ?? null;
}

/** What a settlement settles; a driver's cash limit keeps it short. */
const MOST_COLLECTIONS = 1_000;

export function readSettledCollections(
  database: Database,
  settlementId: string,
): Promise<SettledCollection[]> {
  return database<SettledCollection & { settlement_id: string; recorded_at: Date }>('driver_collections')
    .where('settlement_id', settlementId)
    .orderBy(['recorded_at', 'task_id'])
    .limit(MOST_COLLECTIONS)
    .select('task_id', 'amount');
}
