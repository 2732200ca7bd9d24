import { isErrorCode } from '../../../actors/errors.ts';
import type { ManualRefusal } from '../../../actors/order/state.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { problemDetail } from '../../kernel/texts/problem-texts.ts';
import type { LinkOf } from '../../kernel/uploads/private-links.ts';
import { dispatcherActions, driverActions } from './task-actions.ts';
import { renderContact, renderException, renderFailure, renderOverride } from './task-exceptions.ts';
import type { ContactRow, ExceptionRow, PhotoRow } from './task-notes-store.ts';
import { renderPhoto } from './task-photos.ts';
import type { TaskGoodsRow, TaskHistoryRow, TaskRow } from './task-store.ts';

type Schemas = components['schemas'];

/** A task for the driver it is assigned to. Never contains the delivery code. */
export function renderDriverTask(
  task: TaskRow,
  { goods, exceptions, photos }: Pick<TaskDetails, 'goods' | 'exceptions' | 'photos'>,
  { driverId, linkOf }: { driverId: string; linkOf: LinkOf },
): Schemas['DriverTask'] {
  const handOver = renderOwnHandOver(task, driverId);
  return {
    ...shared(task, goods),
    ...exceptional(task, exceptions),
    photos: photos.map((photo) => renderPhoto(photo, linkOf)),
    handOver,
    allowedActions: driverActions(task, driverId, handOver),
  };
}

/** The hand-over as one of its two drivers sees it, once the receiver has reserved capacity. */
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

/** Details read separately from a task. */
export interface TaskDetails {
  goods: readonly TaskGoodsRow[];
  history: readonly TaskHistoryRow[];
  exceptions: readonly ExceptionRow[];
  contacts: readonly ContactRow[];
  photos: readonly PhotoRow[];
}

/** The caller's role and the time decide which actions are allowed. */
export function renderDispatchTask(
  task: TaskRow,
  { goods, history, exceptions, contacts, photos }: TaskDetails,
  { role, now, locale, linkOf }: { role: Role; now: Date; locale: Locale; linkOf: LinkOf },
): Schemas['DispatchTask'] {
  const { manual_driver_id: pending, manual_refusal: refusal } = task;
  return {
    ...shared(task, goods),
    ...exceptional(task, exceptions),
    orderId: task.order_id,
    allowedActions: dispatcherActions(task, role, now),
    driverId: task.driver_id,
    driverName: task.driver_name,
    zoneId: task.zone_id,
    sellerId: task.seller_id,
    preparation: renderPreparation(task),
    pendingAssignment: pending === null ? null : { driverId: pending },
    assignmentRefusal: refusal === null ? null : renderRefusal(refusal, locale),
    history: history.map(renderHistory),
    reversalPending: task.reversal_id !== null,
    handOver: renderHandOver(task),
    codeOverride: renderOverride(exceptions),
    exceptions: exceptions.map(renderException),
    contacts: contacts.map(renderContact),
    photos: photos.map((photo) => renderPhoto(photo, linkOf)),
  };
}

function renderPreparation(task: TaskRow): Schemas['TaskPreparation'] {
  return {
    placedAt: task.placed_at.toISOString(),
    acceptBy: task.accept_by.toISOString(),
    acceptedAt: task.accepted_at?.toISOString() ?? null,
    readyAt: task.ready_at?.toISOString() ?? null,
  };
}

/** The driver actor gives details in English; readers of Arabic get the text of the error code. */
function renderRefusal({ code, detail }: ManualRefusal, locale: Locale): Schemas['AssignmentRefusal'] {
  const text = locale === 'ar' && isErrorCode(code) ? problemDetail(code, 'ar') : detail;
  return { code, detail: text };
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
    ...(task.parcel === null ? {} : { parcel: task.parcel }),
    status: task.status,
    round: task.round,
    offer: renderOffer(task),
    pickup: renderPickup(task),
    dropoff: renderDropoff(task),
    pickupEta: task.pickup_eta?.toISOString() ?? null,
    dropoffEta: task.dropoff_eta?.toISOString() ?? null,
    goods: goods.map(({ id, name, quantity }) => ({ lineId: id, name, quantity })),
    cashDue: qar(task.cash_due),
    cashRecorded: task.cash_recorded === null ? null : qar(task.cash_recorded),
    dueBy: task.due_by.toISOString(),
    codeExpiresAt: codeExpiresAt(task),
    version: task.actor_version,
  };
}

/** Null once the driver has accepted it. */
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
  // Older orders lack these fields and always have a pin set by the buyer.
  const { instructions = null, meetAtGate = false, pinned = true } = address;
  return {
    contactName,
    phone,
    location,
    address: { zoneNumber, streetNumber, buildingNumber, unit, floor, landmark },
    ...{ instructions, meetAtGate, pinned },
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
