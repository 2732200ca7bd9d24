import { FAILURE_CONSEQUENCES } from '../../actors/order/failure.ts';
import { allowedGroupActions, allowedTaskActions } from '../../actors/order/transitions.ts';
import type { Role } from '../../actors/runtime/machine.ts';
import type { components } from '../http/api-types.ts';
import { qar } from '../http/qar.ts';
import {
  type ContactRow,
  type ExceptionRow,
  renderContact,
  renderException,
  renderFailure,
  renderOverride,
} from './task-exceptions.ts';
import { type PhotoRow, renderPhoto } from './task-photos.ts';
import type { TaskGoodsRow, TaskHistoryRow, TaskRow } from './task-store.ts';
import { actionsOf } from './task-words.ts';

type Schemas = components['schemas'];

/** A task for the driver it is assigned to. The delivery code is never part of it. */
export function renderDriverTask(
  task: TaskRow,
  { goods, exceptions, photos }: Pick<TaskDetails, 'goods' | 'exceptions' | 'photos'>,
  driverId: string,
): Schemas['DriverTask'] {
  return {
    ...shared(task, goods),
    ...exceptional(task, exceptions),
    photos: photos.map(renderPhoto),
    handOver: renderOwnHandOver(task, driverId),
    allowedActions: actionsOf(driverActions(task, driverId)),
  };
}

/** A driver takes goods back unasked only where the failure's reason says so. */
function driverActions(task: TaskRow, driverId: string): string[] {
  const { status, failure_reason: reason } = task;
  const own = renderOwnHandOver(task, driverId);
  const handsOver = own !== null && !own.confirmed ? ['hand-over'] : [];
  if (task.driver_id !== driverId) return handsOver;
  const returns = reason !== null && FAILURE_CONSEQUENCES[reason] === 'RETURN';
  const others = allowedTaskActions(status, 'DRIVER').filter(
    (command) => command !== 'hand-over' && (returns || command !== 'start-return'),
  );
  return [...others, ...handsOver];
}

/** The hand-over as one of its two drivers sees it: from when the receiver's side has room. */
function renderOwnHandOver(task: TaskRow, driverId: string): Schemas['DriverHandOver'] | null {
  const { hand_over_gave: gave, hand_over_took: took, hand_over_expires_at: expiresAt } = task;
  if (!task.hand_over_reserved || expiresAt === null) return null;
  const gives = task.driver_id === driverId;
  return {
    role: gives ? 'GIVER' : 'RECEIVER',
    otherDriverName: (gives ? task.hand_over_driver_name : task.driver_name) ?? '',
    confirmed: gives ? gave : took,
    otherConfirmed: gives ? took : gave,
    expiresAt: expiresAt.toISOString(),
  };
}

function renderHandOver(task: TaskRow): Schemas['HandOver'] | null {
  const { hand_over_id: id, hand_over_driver_id: toDriverId, hand_over_expires_at: expiresAt } = task;
  if (id === null || toDriverId === null || expiresAt === null) return null;
  return {
    id,
    toDriverId,
    toDriverName: task.hand_over_driver_name ?? '',
    reserved: task.hand_over_reserved,
    giverConfirmed: task.hand_over_gave,
    receiverConfirmed: task.hand_over_took,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Commands that the present hand-over or reversal leaves no room for, or that need one. */
function dispatcherActions(task: TaskRow, commands: readonly string[]): string[] {
  const open = task.hand_over_id !== null;
  return commands.filter((command) => {
    if (command === 'cancel-hand-over') return false;
    if (command === 'open-hand-over') return !open;
    return command !== 'reverse' || task.reversal_id === null;
  });
}

/** What is read beside a task. */
export interface TaskDetails {
  goods: readonly TaskGoodsRow[];
  history: readonly TaskHistoryRow[];
  exceptions: readonly ExceptionRow[];
  contacts: readonly ContactRow[];
  photos: readonly PhotoRow[];
}

export function renderDispatchTask(
  task: TaskRow,
  { goods, history, exceptions, contacts, photos }: TaskDetails,
  role: Role,
): Schemas['DispatchTask'] {
  const onTask = allowedTaskActions(task.status, role);
  const onGroup = allowedGroupActions(task.group_status, role).filter(
    (command) => command === 'cancel-group',
  );
  const { manual_driver_id: pending, manual_refusal: refusal } = task;
  return {
    ...shared(task, goods),
    ...exceptional(task, exceptions),
    allowedActions: actionsOf([...dispatcherActions(task, onTask), ...onGroup]),
    driverId: task.driver_id,
    driverName: task.driver_name,
    zoneId: task.zone_id,
    sellerId: task.seller_id,
    pendingAssignment: pending === null ? null : { driverId: pending },
    assignmentRefusal: refusal === null ? null : { code: refusal.code, detail: refusal.detail },
    history: history.map(renderHistory),
    reversalPending: task.reversal_id !== null,
    handOver: renderHandOver(task),
    codeOverride: renderOverride(exceptions),
    exceptions: exceptions.map(renderException),
    contacts: contacts.map(renderContact),
    photos: photos.map(renderPhoto),
  };
}

function exceptional(task: TaskRow, exceptions: readonly ExceptionRow[]) {
  const { attempt, window_from: from, window_to: to } = task;
  const window = from === null || to === null ? null : { from: from.toISOString(), to: to.toISOString() };
  return { attempt, window, failure: renderFailure(exceptions) };
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
    occurredAt: row.occurred_at,
    status: row.to_state,
    by: row.role,
    driverId: row.driver_id,
    reason: row.reason,
  };
}
