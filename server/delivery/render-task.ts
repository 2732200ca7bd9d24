import { allowedGroupActions, allowedTaskActions } from '../../actors/order/transitions.ts';
import type { Role } from '../../actors/runtime/machine.ts';
import type { components } from '../http/api-types.ts';
import { qar } from '../http/qar.ts';
import type { TaskGoodsRow, TaskHistoryRow, TaskRow } from './task-store.ts';
import { actionsOf } from './task-words.ts';

type Schemas = components['schemas'];

/** A task for the driver it is assigned to. The delivery code is never part of it. */
export function renderDriverTask(task: TaskRow, goods: readonly TaskGoodsRow[]): Schemas['DriverTask'] {
  return { ...shared(task, goods), allowedActions: actionsOf(allowedTaskActions(task.status, 'DRIVER')) };
}

export function renderDispatchTask(
  task: TaskRow,
  goods: readonly TaskGoodsRow[],
  history: readonly TaskHistoryRow[],
  role: Role,
): Schemas['DispatchTask'] {
  const onTask = allowedTaskActions(task.status, role);
  const onGroup = allowedGroupActions(task.group_status, role).filter(
    (command) => command === 'cancel-group',
  );
  const { manual_driver_id: pending, manual_refusal: refusal } = task;
  return {
    ...shared(task, goods),
    allowedActions: actionsOf([...onTask, ...onGroup]),
    driverId: task.driver_id,
    driverName: task.driver_name,
    zoneId: task.zone_id,
    sellerId: task.seller_id,
    pendingAssignment: pending === null ? null : { driverId: pending },
    assignmentRefusal: refusal === null ? null : { code: refusal.code, detail: refusal.detail },
    history: history.map(renderHistory),
  };
}

function shared(task: TaskRow, goods: readonly TaskGoodsRow[]) {
  return {
    id: task.id,
    orderGroupId: task.group_id,
    orderNumber: task.order_number,
    status: task.status,
    round: task.round,
    offer: renderOffer(task),
    pickup: renderPickup(task),
    dropoff: renderDropoff(task),
    pickupEta: task.pickup_eta?.toISOString() ?? null,
    dropoffEta: task.dropoff_eta?.toISOString() ?? null,
    goods: goods.map(({ name, quantity }) => ({ name, quantity })),
    cashDue: qar(task.cash_due),
    cashRecorded: task.cash_recorded === null ? null : qar(task.cash_recorded),
    dueBy: task.due_by.toISOString(),
    codeExpiresAt: codeExpiresAt(task),
    version: task.actor_version,
  };
}

/** An offer is one only until the driver has taken it. */
function renderOffer({
  status,
  offer_id: id,
  offer_expires_at: expiresAt,
}: TaskRow): Schemas['TaskOffer'] | null {
  if (status !== 'ASSIGNED' || id === null) return null;
  return { id, expiresAt: expiresAt?.toISOString() ?? null };
}

function renderPickup(task: TaskRow): Schemas['PickupStop'] {
  return {
    name: task.warehouse_name,
    phone: task.warehouse_phone,
    location: { latitude: task.pickup_lat, longitude: task.pickup_lng },
    address: {
      zoneNumber: task.zone_number,
      streetNumber: task.street_number,
      buildingNumber: task.building_number,
      unit: task.unit,
      floor: null,
      landmark: task.landmark,
    },
  };
}

function renderDropoff({ address }: TaskRow): Schemas['DropoffStop'] {
  const { contactName, phone, location, zoneNumber, streetNumber, buildingNumber, unit, floor, landmark } =
    address;
  return {
    contactName,
    phone,
    location,
    address: { zoneNumber, streetNumber, buildingNumber, unit, floor, landmark },
  };
}

function codeExpiresAt({ status, code_expires_at: at }: TaskRow): string | null {
  const open = status === 'IN_TRANSIT' || status === 'ARRIVED';
  return open && at !== null ? at.toISOString() : null;
}

function renderHistory(row: TaskHistoryRow): Schemas['TaskHistoryEntry'] {
  return {
    at: row.at.toISOString(),
    status: row.to_state,
    by: row.role,
    driverId: row.driver_id,
    reason: row.reason,
  };
}
