import type { Database } from '../../../db/database.ts';

export interface DriverCashRow {
  id: string;
  full_name: string;
  cash_on_hand: string;
  cash_limit: string | null;
  cod_assigned: string;
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
    `SELECT d.id, d.full_name, d.cash_on_hand, d.cash_limit, d.cod_assigned,
            (SELECT count(*) FROM driver_collections c WHERE c.driver_id = d.id AND c.settlement_id IS NULL AND c.reversed_at IS NULL)
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
       LEFT JOIN driver_collections c ON j.kind = 'COLLECTION' AND c.task_id = e.task_id
                                     AND c.number = coalesce(nullif(split_part(j.cause, ':', 3), '')::integer, 1)
       LEFT JOIN delivery_tasks t ON t.id = e.task_id
       LEFT JOIN orders o ON o.id = t.order_id
      WHERE e.account = ? AND (?::timestamptz IS NULL OR (j.at, j.id) < (?::timestamptz, ?::uuid))
      ORDER BY j.at DESC, j.id DESC LIMIT ?`,
    [`driver:${driverId}`, after?.at ?? null, after?.at ?? null, after?.id ?? null, limit],
  );
  return rows;
}
