import type { Denomination } from '../../../actors/driver/denominations.ts';
import type { Database } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';
import { type Day, endOfDay, startOfDay } from '../../kernel/calendar/qatar-time.ts';

const SETTLEMENTS = `
  SELECT s.id, s.driver_id, d.full_name AS driver_name, s.status, s.expected, s.counted, s.difference,
         s.denominations, s.receipt_number, s.note, s.created_by, s.approved_by, s.created_at, s.closed_at
    FROM settlements s JOIN drivers d ON d.id = s.driver_id`;
const settlement = {
  id: uuid,
  driver_id: uuid,
  driver_name: text,
  status: oneOf<'OPEN' | 'PENDING_APPROVAL' | 'CLOSED'>(),
  expected: numeric,
  counted: numeric,
  difference: numeric,
  denominations: nullable(jsonb<Denomination[]>()),
  receipt_number: nullable(text),
  note: nullable(text),
  created_by: uuid,
  approved_by: nullable(uuid),
  created_at: timestamptz,
  closed_at: nullable(timestamptz),
};
export type SettlementRow = ValuesOf<typeof settlement>;

export interface SettlementFilter {
  driverId?: string | undefined;
  day?: Day | undefined;
  status?: SettlementRow['status'] | undefined;
}

export interface SettlementPosition {
  createdAt: Date;
  id: string;
}

export function findSettlement(database: Database, id: string): Promise<SettlementRow | null> {
  return find.first(database, { id });
}

const find = statement({
  name: 'cash.find_settlement',
  sql: `${SETTLEMENTS} WHERE s.id = :id`,
  params: { id: uuid },
  row: settlement,
});

/** Newest first. */
export function listSettlements(
  database: Database,
  { driverId, day, status }: SettlementFilter,
  after: SettlementPosition | null,
  limit: number,
): Promise<SettlementRow[]> {
  const span = day === undefined ? { from: null, to: null } : { from: startOfDay(day), to: endOfDay(day) };
  const position = { afterAt: after?.createdAt ?? null, afterId: after?.id ?? null };
  const wanted = { driverId: driverId ?? null, status: status ?? null, ...span };
  return list.all(database, { ...wanted, ...position, limit });
}

const list = statement({
  name: 'cash.list_settlements',
  sql: `${SETTLEMENTS}
         WHERE (:driverId::uuid IS NULL OR s.driver_id = :driverId)
           AND (:status::text IS NULL OR s.status = :status)
           AND (:from::timestamptz IS NULL OR s.created_at >= :from AND s.created_at < :to)
           AND (:afterAt::timestamptz IS NULL OR (s.created_at, s.id) < (:afterAt, :afterId))
         ORDER BY s.created_at DESC, s.id DESC LIMIT :limit`,
  params: {
    driverId: nullable(uuid),
    status: nullable(oneOf<SettlementRow['status']>()),
    from: nullable(timestamptz),
    to: nullable(timestamptz),
    afterAt: nullable(timestamptz),
    afterId: nullable(uuid),
    limit: bigint,
  },
  row: settlement,
});

/** Most collections in a settlement; the driver's cash limit keeps it far below. */
const MAX_COLLECTIONS = 1_000;

const collection = { task_id: uuid, order_number: text, recorded_at: timestamptz, amount: numeric };
export type SettledCollection = ValuesOf<typeof collection>;

export function readSettledCollections(
  database: Database,
  settlementId: string,
): Promise<SettledCollection[]> {
  return collections.all(database, { settlementId, limit: MAX_COLLECTIONS });
}

const collections = statement({
  name: 'cash.settled_collections',
  sql: `SELECT c.task_id, o.number AS order_number, c.recorded_at, c.amount
          FROM driver_collections c JOIN orders o ON o.id = c.order_id
         WHERE c.settlement_id = :settlementId
         ORDER BY c.recorded_at, c.task_id LIMIT :limit`,
  params: { settlementId: uuid, limit: bigint },
  row: collection,
});

/** Display names of accounts, by id. */
export async function namesOf(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await names.all(database, { ids });
  return new Map(rows.map((row) => [row.id, row.display_name]));
}

const names = statement({
  name: 'cash.names_of_accounts',
  sql: 'SELECT id, display_name FROM accounts WHERE id = ANY (:ids)',
  params: { ids: arrayOf(uuid) },
  row: { id: uuid, display_name: text },
});
