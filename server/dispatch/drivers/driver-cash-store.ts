import type { Collection } from '../../../actors/driver/cash-facts.ts';
import type { Database } from '../../../db/database.ts';
import { bigint, nullable, numeric, timestamptz, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import type { DriverSpan } from './driver-store.ts';

/** Cash collected and handed in by the driver within the span. */
export async function cashWithin(database: Database, span: DriverSpan) {
  const cash = await sumDay.first(database, span);
  if (cash === null) throw new Error('the cash of a day is one row');
  return cash;
}

const sumDay = statement({
  name: 'drivers.sum_cash_of_day',
  sql: `SELECT (SELECT coalesce(sum(amount), 0)::numeric(12,2) FROM driver_collections
                 WHERE driver_id = :driverId AND recorded_at >= :from AND recorded_at < :until
                   AND reversed_at IS NULL) AS collected,
               (SELECT coalesce(sum(counted), 0)::numeric(12,2) FROM settlements
                 WHERE driver_id = :driverId AND created_at >= :from AND created_at < :until) AS handed_in`,
  params: { driverId: uuid, from: timestamptz, until: timestamptz },
  row: { collected: numeric, handed_in: numeric },
});

/** Unique but not gapless: a hand-in that is refused or rolled back loses its number. */
export async function nextSettlementNumber(database: Database): Promise<number> {
  const next = await nextReceipt.first(database, {});
  if (next === null) throw new Error('settlement_receipt_number gave no number');
  return next.number;
}

const nextReceipt = statement({
  name: 'drivers.next_settlement_number',
  sql: `SELECT nextval('settlement_receipt_number') AS number`,
  row: { number: bigint },
});

export async function latestSettlement(database: Database, driverId: string): Promise<string | null> {
  return (await selectLatestSettlement.first(database, { driverId }))?.id ?? null;
}

const selectLatestSettlement = statement({
  name: 'drivers.latest_settlement',
  sql: 'SELECT id FROM settlements WHERE driver_id = :driverId ORDER BY actor_version DESC LIMIT 1',
  params: { driverId: uuid },
  row: { id: uuid },
});

export async function latestReversedCollection(database: Database, driverId: string): Promise<string | null> {
  return (await selectLatestReversed.first(database, { driverId }))?.id ?? null;
}

const selectLatestReversed = statement({
  name: 'drivers.latest_reversed_collection',
  sql: `SELECT id FROM driver_collections WHERE driver_id = :driverId AND reversed_at IS NOT NULL
         ORDER BY actor_version DESC LIMIT 1`,
  params: { driverId: uuid },
  row: { id: uuid },
});

const COLLECTION_COLUMNS = 'id AS "collectionId", task_id AS "taskId", order_id AS "orderId", amount';
const COLLECTION = { collectionId: uuid, taskId: uuid, orderId: uuid, amount: numeric };

/** Collections not handed in yet, oldest first. */
export function openCollections(database: Database, driverId: string): Promise<Collection[]> {
  return selectOpen.all(database, { driverId });
}

const selectOpen = statement({
  name: 'drivers.select_open_collections',
  sql: `SELECT ${COLLECTION_COLUMNS} FROM driver_collections
         WHERE driver_id = :driverId AND settlement_id IS NULL AND reversed_at IS NULL
         ORDER BY recorded_at, id`,
  params: { driverId: uuid },
  row: COLLECTION,
});

/** The collections of a settlement, oldest first. */
export function settledCollections(
  database: Database,
  driverId: string,
  settlementId: string,
): Promise<Collection[]> {
  return selectSettled.all(database, { driverId, settlementId });
}

const selectSettled = statement({
  name: 'drivers.select_settled_collections',
  sql: `SELECT ${COLLECTION_COLUMNS} FROM driver_collections
         WHERE driver_id = :driverId AND settlement_id = :settlementId AND reversed_at IS NULL
         ORDER BY recorded_at, id`,
  params: { driverId: uuid, settlementId: uuid },
  row: COLLECTION,
});

/** The cash collected for a task, unless it was reversed. */
export function collectionOfTask(database: Database, driverId: string, taskId: string) {
  return selectOfTask.first(database, { driverId, taskId });
}

const selectOfTask = statement({
  name: 'drivers.collection_of_task',
  sql: `SELECT ${COLLECTION_COLUMNS}, settlement_id AS "settlementId" FROM driver_collections
         WHERE driver_id = :driverId AND task_id = :taskId AND reversed_at IS NULL LIMIT 1`,
  params: { driverId: uuid, taskId: uuid },
  row: { ...COLLECTION, settlementId: nullable(uuid) },
});
