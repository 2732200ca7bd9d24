import type { Denomination } from '../../../actors/driver/denominations.ts';
import type { Database } from '../../../db/database.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';

export interface SettlementRow {
  id: string;
  driver_id: string;
  driver_name: string;
  status: 'OPEN' | 'PENDING_APPROVAL' | 'CLOSED';
  expected: string;
  counted: string;
  difference: string;
  denominations: Denomination[] | null;
  receipt_number: string | null;
  note: string | null;
  created_by: string;
  approved_by: string | null;
  created_at: Date;
  closed_at: Date | null;
}

export interface SettledCollection {
  task_id: string;
  order_number: string;
  recorded_at: Date;
  amount: string;
}

export interface SettlementFilter {
  driverId?: string | undefined;
  day?: Day | undefined;
  status?: SettlementRow['status'] | undefined;
}

export interface SettlementPosition {
  createdAt: Date;
  id: string;
}

function settlements(database: Database) {
  return database('settlements as s').join('drivers as d', 'd.id', 's.driver_id');
}

export async function findSettlement(database: Database, id: string): Promise<SettlementRow | null> {
  const row = await settlements(database)
    .where('s.id', id)
    .first<SettlementRow | undefined>('s.*', 'd.full_name as driver_name');
  return row ?? null;
}

/** Newest first. */
export function listSettlements(
  database: Database,
  { driverId, day, status }: SettlementFilter,
  after: SettlementPosition | null,
  limit: number,
): Promise<SettlementRow[]> {
  const query = settlements(database).orderBy('s.created_at', 'desc').orderBy('s.id', 'desc').limit(limit);
  if (driverId !== undefined) query.where('s.driver_id', driverId);
  if (status !== undefined) query.where('s.status', status);
  if (day !== undefined)
    query.where('s.created_at', '>=', startOfDay(day)).where('s.created_at', '<', endOfDay(day));
  if (after !== null) query.whereRaw('(s.created_at, s.id) < (?, ?)', [after.createdAt, after.id]);
  return query.select<SettlementRow[]>('s.*', 'd.full_name as driver_name');
}

/** What a settlement settles; a driver's cash limit keeps it short. */
const MOST_COLLECTIONS = 1_000;

export function readSettledCollections(
  database: Database,
  settlementId: string,
): Promise<SettledCollection[]> {
  return database('driver_collections as c')
    .join('orders as o', 'o.id', 'c.order_id')
    .where('c.settlement_id', settlementId)
    .orderBy(['c.recorded_at', 'c.task_id'])
    .limit(MOST_COLLECTIONS)
    .select<SettledCollection[]>('c.task_id', 'o.number as order_number', 'c.recorded_at', 'c.amount');
}

/** How accounts are called, by id. */
export async function namesOf(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await database<{ id: string; display_name: string }>('accounts')
    .whereIn('id', [...ids])
    .select('id', 'display_name');
  return new Map(rows.map((row) => [row.id, row.display_name]));
}
