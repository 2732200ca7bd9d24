import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { bigint, boolean, integer, jsonb, nullable, oneOf, text, uuid } from '../../../db/sql-types.ts';
import { statement } from '../../../db/statement.ts';
import { emit } from '../../kernel/outbox/emit.ts';
import type { Obstacle, PersonalData } from '../../kernel/personal-data/personal-data.ts';
import { CLOSED_ACCOUNT } from '../../kernel/personal-data/word-pattern.ts';

const known = statement({
  name: 'drivers.known_by',
  sql: `SELECT id, full_name AS "fullName", phone, vehicle_plate AS "vehiclePlate", status, actor_version AS version,
               duty <> 'OFF' AS "onShift", active_tasks AS tasks,
               cash_on_hand > 0 OR EXISTS (SELECT FROM settlements s
                                            WHERE s.driver_id = d.id AND s.status <> 'CLOSED') AS "hasCash"
          FROM drivers d WHERE account_id = :accountId FOR UPDATE`,
  params: { accountId: uuid },
  row: {
    ...{ id: uuid, fullName: text, phone: text, vehiclePlate: nullable(text), version: bigint },
    ...{ status: oneOf<'APPLIED' | 'APPROVED' | 'REJECTED' | 'SUSPENDED'>(), onShift: boolean },
    ...{ tasks: integer, hasCash: boolean },
  },
});

const shown = statement({
  name: 'drivers.export',
  sql: `SELECT jsonb_build_object(
          'id', id, 'fullName', full_name, 'phone', phone, 'vehicleType', vehicle_type, 'vehiclePlate', vehicle_plate,
          'status', status, 'appliedAt', created_at, 'cashLimit', cash_limit::text, 'cashOnHand', cash_on_hand::text) AS record
          FROM drivers WHERE account_id = :accountId`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});
const shownShifts = statement({
  name: 'drivers.export_shifts',
  sql: `SELECT jsonb_build_object('id', r.id, 'startedAt', r.started_at, 'endedAt', r.ended_at, 'breaks', r.breaks) AS record
          FROM shift_runs r JOIN drivers d ON d.id = r.driver_id WHERE d.account_id = :accountId ORDER BY r.started_at`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});
const shownDeliveries = statement({
  name: 'drivers.export_deliveries',
  sql: `SELECT jsonb_build_object('taskId', t.id, 'status', t.status, 'completedAt', t.completed_at,
                                  'cashRecorded', t.cash_recorded::text) AS record
          FROM delivery_tasks t JOIN drivers d ON d.id = t.driver_id WHERE d.account_id = :accountId ORDER BY t.id`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});
const shownPositions = statement({
  name: 'drivers.export_positions',
  sql: `SELECT jsonb_build_object('at', b.at, 'latitude', b.latitude, 'longitude', b.longitude) AS record
          FROM breadcrumbs b JOIN drivers d ON d.id = b.driver_id WHERE d.account_id = :accountId ORDER BY b.at`,
  params: { accountId: uuid },
  row: { record: jsonb<JsonObject>() },
});

const forget = statement({
  name: 'drivers.forget',
  sql: `UPDATE drivers SET full_name = :name, phone = '+97400000000', vehicle_plate = NULL
         WHERE id = :driverId AND full_name <> :name`,
  params: { driverId: uuid, name: text },
});
const forgetVersions = statement({
  name: 'drivers.forget_versions',
  sql: `UPDATE driver_versions SET full_name = :name, phone = '+97400000000', vehicle_plate = NULL WHERE driver_id = :driverId`,
  params: { driverId: uuid, name: text },
});

/** The final command to the actor once the account is closed. */
const LAST_COMMAND = { APPLIED: 'reject', APPROVED: 'suspend', REJECTED: null, SUSPENDED: null } as const;

/**
 * Deliveries, shifts and cash keep only the driver's id. An account with goods, cash or an open shift cannot be closed.
 */
export const driverData: PersonalData = {
  owner: 'dispatch/drivers',
  find: async (trx, accountId) => {
    const driver = await known.first(trx, { accountId });
    if (driver === null) return {};
    const { id, fullName, phone, vehiclePlate } = driver;
    if (fullName === CLOSED_ACCOUNT) return { driverId: id };
    return { driverId: id, words: [fullName, phone, ...(vehiclePlate === null ? [] : [vehiclePlate])] };
  },
  obstacles: async (trx, accountId) => {
    const driver = await known.first(trx, { accountId });
    const obstacles: Obstacle[] = [
      { code: 'DRIVER_ON_SHIFT', count: driver?.onShift === true ? 1 : 0 },
      { code: 'DRIVER_HAS_GOODS', count: driver?.tasks ?? 0 },
      { code: 'DRIVER_HAS_CASH', count: driver?.hasCash === true ? 1 : 0 },
    ];
    return obstacles.filter(({ count }) => count > 0);
  },
  export: async (executor, accountId) => ({
    driver: (await shown.all(executor, { accountId })).map(({ record }) => record),
    shifts: (await shownShifts.all(executor, { accountId })).map(({ record }) => record),
    deliveries: (await shownDeliveries.all(executor, { accountId })).map(({ record }) => record),
    positions: (await shownPositions.all(executor, { accountId })).map(({ record }) => record),
  }),
  erase: async (trx, { accountId }) => {
    const driver = await known.first(trx, { accountId });
    if (driver === null) return;
    const { id: driverId, status, version } = driver;
    await forget.count(trx, { driverId, name: CLOSED_ACCOUNT });
    await forgetVersions.count(trx, { driverId, name: CLOSED_ACCOUNT });
    const command = LAST_COMMAND[status];
    if (command === null) return;
    await emit(trx, { about: { id: driverId, version }, requestId: null }, [
      { do: 'command', to: { kind: 'driver', key: driverId }, type: command, payload: {} },
    ]);
  },
};
