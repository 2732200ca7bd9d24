import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const DRIVER_COLUMNS = `id, account_id AS "accountId", full_name AS "fullName", phone, vehicle_type AS "vehicleType",
  vehicle_plate AS "vehiclePlate", status, zone_ids AS "zoneIds", cash_limit AS "cashLimit", capacity,
  cash_on_hand AS "cashOnHand", cod_assigned AS "codAssigned", shift_id AS "shiftId",
  cash_carry_over AS "cashCarryOver", actor_version AS "actorVersion"`;

const DRIVER = {
  id: uuid,
  accountId: uuid,
  fullName: text,
  phone: text,
  vehicleType: oneOf<'BICYCLE' | 'MOTORCYCLE' | 'CAR' | 'VAN'>(),
  vehiclePlate: nullable(text),
  // From here on: mirrors the driver actor.
  status: oneOf<'APPLIED' | 'APPROVED' | 'REJECTED' | 'SUSPENDED'>(),
  zoneIds: arrayOf(uuid),
  cashLimit: nullable(numeric),
  capacity: integer,
  cashOnHand: numeric,
  codAssigned: numeric,
  shiftId: nullable(uuid),
  // A dispatcher allowed the driver to keep the cash after this shift.
  cashCarryOver: boolean,
  // The actor's version, used as ETag.
  actorVersion: bigint,
};

/** The application's facts and, from `status` on, a mirror of the driver actor. Money is in decimal strings. */
export type DriverRecord = ValuesOf<typeof DRIVER>;

export function findDriver(database: Database, id: string): Promise<DriverRecord | null> {
  return find.first(database, { id });
}

const find = statement({
  name: 'drivers.find',
  sql: `SELECT ${DRIVER_COLUMNS} FROM drivers WHERE id = :id`,
  params: { id: uuid },
  row: DRIVER,
});

export async function isDriver(database: Database, id: string): Promise<boolean> {
  return (await findId.first(database, { id })) !== null;
}

const findId = statement({
  name: 'drivers.find_id',
  sql: 'SELECT id FROM drivers WHERE id = :id',
  params: { id: uuid },
  row: { id: uuid },
});

/** When and why an application was rejected. */
export type RefusalRow = ValuesOf<typeof REFUSAL>;

const REFUSAL = { reason: nullable(text), at: timestamptz };

export function findRefusal(database: Database, driverId: string): Promise<RefusalRow | null> {
  return refusal.first(database, { driverId });
}

const refusal = statement({
  name: 'drivers.refusal',
  sql: `SELECT reason, at FROM transitions
         WHERE subject_type = 'DRIVER' AND subject_id = :driverId AND to_state = 'REJECTED'
         ORDER BY actor_version DESC LIMIT 1`,
  params: { driverId: uuid },
  row: REFUSAL,
});

/** Drivers older than `before`, newest first. */
export function driversBefore(
  database: Database,
  status: DriverRecord['status'] | undefined,
  before: string | null,
  limit: number,
): Promise<DriverRecord[]> {
  return list.all(database, { status: status ?? null, before, limit });
}

const list = statement({
  name: 'drivers.list',
  sql: `SELECT ${DRIVER_COLUMNS} FROM drivers
         WHERE (:status::text IS NULL OR status = :status) AND (:before::uuid IS NULL OR id < :before)
         ORDER BY id DESC LIMIT :limit`,
  params: { status: nullable(DRIVER.status), before: nullable(uuid), limit: bigint },
  row: DRIVER,
});

/** Whether the account has ever applied as a driver, whatever the outcome. */
export async function hasApplied(trx: Transaction, accountId: string): Promise<boolean> {
  return (await findOfAccount.first(trx, { accountId })) !== null;
}

const findOfAccount = statement({
  name: 'drivers.find_of_account',
  sql: 'SELECT id FROM drivers WHERE account_id = :accountId',
  params: { accountId: uuid },
  row: { id: uuid },
});

export type NewDriver = Parameters<typeof insert.count>[1];

/** The row of a driver whose actor is created in the same transaction. */
export async function insertDriver(trx: Transaction, driver: NewDriver): Promise<void> {
  await insert.count(trx, driver);
}

const insert = statement({
  name: 'drivers.insert',
  sql: `INSERT INTO drivers (id, account_id, full_name, phone, vehicle_type, vehicle_plate, created_at, status,
                             actor_version)
        VALUES (:id, :accountId, :fullName, :phone, :vehicleType, :vehiclePlate, :createdAt, 'APPLIED', 0)`,
  params: {
    ...{ id: uuid, accountId: uuid, fullName: text, phone: text, vehicleType: DRIVER.vehicleType },
    ...{ vehiclePlate: nullable(text), createdAt: timestamptz },
  },
});

const SHIFT_RUN = {
  id: uuid,
  status: oneOf<'ON_DUTY' | 'ON_BREAK' | 'ENDED'>(),
  startedAt: timestamptz,
  endedAt: nullable(timestamptz),
  // The shift plan it follows; null for an unplanned shift.
  planId: nullable(uuid),
  plannedEnd: nullable(timestamptz),
};

/** A shift as worked; mirrors the driver actor. */
export type ShiftRunRecord = ValuesOf<typeof SHIFT_RUN>;

export function shiftRuns(database: Database, ids: readonly string[]): Promise<ShiftRunRecord[]> {
  return selectShiftRuns.all(database, { ids });
}

const selectShiftRuns = statement({
  name: 'drivers.select_shift_runs',
  sql: `SELECT id, status, started_at AS "startedAt", ended_at AS "endedAt", plan_id AS "planId",
               planned_end AS "plannedEnd"
          FROM shift_runs WHERE id = ANY (:ids)`,
  params: { ids: arrayOf(uuid) },
  row: SHIFT_RUN,
});

const WORK = { driver_id: uuid, tasks: bigint, on_board: bigint };

/** How many tasks a driver has accepted, and how many of them are on board. */
export type DriverWork = ValuesOf<typeof WORK>;

/** Drivers with accepted tasks or goods on board, the `known` ones first. */
export function driversAtWork(
  trx: Transaction,
  known: readonly string[],
  limit: number,
): Promise<DriverWork[]> {
  return selectAtWork.all(trx, { known, limit });
}

const selectAtWork = statement({
  name: 'drivers.select_at_work',
  sql: `SELECT driver_id, count(*) AS tasks, count(*) FILTER (WHERE status <> 'ACCEPTED') AS on_board
          FROM delivery_tasks
         WHERE driver_id IS NOT NULL
           AND status IN ('ACCEPTED', 'PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED', 'CASH_RECORDED',
                          'FAILED', 'RETURNING')
         GROUP BY driver_id
         ORDER BY driver_id = ANY (:known) DESC, driver_id LIMIT :limit`,
  params: { known: arrayOf(uuid), limit: bigint },
  row: WORK,
});

/** Approved drivers on duty without an active zone, the `known` ones first. */
export function driversWithoutZone(
  trx: Transaction,
  known: readonly string[],
  limit: number,
): Promise<{ id: string; zone_ids: readonly string[] }[]> {
  return selectWithoutZone.all(trx, { known, limit });
}

const selectWithoutZone = statement({
  name: 'drivers.select_without_zone',
  sql: `SELECT d.id, d.zone_ids FROM drivers d
         WHERE d.status = 'APPROVED' AND d.duty IN ('ON_DUTY', 'ON_BREAK')
           AND NOT EXISTS (SELECT FROM delivery_zones z WHERE z.id = ANY (d.zone_ids) AND z.active)
         ORDER BY d.id = ANY (:known) DESC, d.id LIMIT :limit`,
  params: { known: arrayOf(uuid), limit: bigint },
  row: { id: uuid, zone_ids: arrayOf(uuid) },
});

const DAY = { driverId: uuid, from: timestamptz, until: timestamptz };

/** A driver and a time span. */
export type DriverSpan = ValuesOf<typeof DAY>;

const WORK_SPELL = {
  started_at: timestamptz,
  ended_at: nullable(timestamptz),
  breaks: jsonb<{ from: string; to: string | null }[]>(),
};

export type DriverWorkSpell = ValuesOf<typeof WORK_SPELL>;

/** Shifts worked at least partly within the span. */
export function workWithin(database: Database, span: DriverSpan): Promise<DriverWorkSpell[]> {
  return selectWork.all(database, span);
}

const selectWork = statement({
  name: 'drivers.select_work_of_day',
  sql: `SELECT started_at, ended_at, breaks FROM shift_runs
         WHERE driver_id = :driverId AND started_at < :until AND coalesce(ended_at, :until) > :from`,
  params: DAY,
  row: WORK_SPELL,
});

export async function countsWithin(database: Database, span: DriverSpan) {
  const counts = await countDay.first(database, span);
  if (counts === null) throw new Error('the counts of a day are one row');
  return counts;
}

const countDay = statement({
  name: 'drivers.count_day',
  sql: `SELECT (SELECT count(*)::int FROM delivery_tasks
                 WHERE driver_id = :driverId AND completed_at >= :from AND completed_at < :until) AS delivered,
               (SELECT count(*)::int FROM delivery_tasks
                 WHERE driver_id = :driverId AND completed_at >= :from AND completed_at < :until
                   AND completed_at <= due_by) AS on_time,
               (SELECT count(*)::int FROM task_exceptions
                 WHERE driver_id = :driverId AND kind = 'FAILED' AND at >= :from AND at < :until) AS failed,
               (SELECT count(*)::int FROM task_exceptions
                 WHERE driver_id = :driverId AND kind = 'RETURNED' AND at >= :from AND at < :until) AS returned`,
  params: DAY,
  row: { delivered: integer, on_time: integer, failed: integer, returned: integer },
});
