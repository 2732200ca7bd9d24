import type { PastPosition } from '../../../db/stores/history-store.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { renderPlannedShift } from '../shifts/shifts.ts';
import type { MomentRow } from './moment-store.ts';
import type { PastRow } from './past-machines.ts';
import type { PastPlanRow } from './past-shift-store.ts';

import type { TaskEventRow } from './task-event-store.ts';

type Schemas = components['schemas'];

/** The columns are those of the projections, so past and live answers show the same fields. */
export function renderPastTask(row: PastRow): Schemas['PastTask'] {
  return {
    taskId: text(row.id),
    orderId: text(row.order_id),
    groupId: text(row.group_id),
    status: row.status as Schemas['TaskStatus'],
    driverId: textOrNull(row.driver_id),
    round: Number(row.round),
    zoneId: textOrNull(row.zone_id),
    dueBy: text(row.due_by),
    pickupEta: textOrNull(row.pickup_eta),
    dropoffEta: textOrNull(row.dropoff_eta),
    attempt: Number(row.attempt),
    failure: textOrNull(row.failure_reason),
    handOverTo: textOrNull(row.hand_over_driver_id),
    pickup: { latitude: Number(row.pickup_lat), longitude: Number(row.pickup_lng) },
    dropoff: { latitude: Number(row.dropoff_lat), longitude: Number(row.dropoff_lng) },
    cashDue: qar(text(row.cash_due)),
    items: Number(row.items),
    createdAt: text(row.created_at),
    version: Number(row.actor_version),
  };
}

export function renderPastDriver(
  row: PastRow,
  { fullName, presence }: { fullName: string; presence: Schemas['Presence'] },
): Schemas['PastDriver'] {
  return {
    driverId: text(row.id),
    fullName,
    presence,
    status: row.status as Schemas['DriverStatus'],
    duty: row.duty as Schemas['PastDriver']['duty'],
    idleSince: textOrNull(row.idle_since),
    shiftEndsAt: textOrNull(row.shift_planned_end),
    zoneIds: (row.zone_ids ?? []) as string[],
    capacity: Number(row.capacity),
    itemsAssigned: Number(row.items_assigned),
    activeTasks: Number(row.active_tasks),
    codAssigned: qar(text(row.cod_assigned)),
    cashOnHand: qar(text(row.cash_on_hand)),
    cashLimit: row.cash_limit === null ? null : qar(text(row.cash_limit)),
    version: Number(row.actor_version),
  };
}

export function renderPastShift(row: PastRow): Schemas['PastShift'] {
  return {
    id: text(row.id),
    driverId: text(row.driver_id),
    status: row.status as Schemas['PastShift']['status'],
    startedAt: text(row.started_at),
    breaks: row.breaks as Schemas['PastShift']['breaks'],
  };
}

export function renderPastPlan(row: PastPlanRow): Schemas['PastPlan'] {
  return { ...renderPlannedShift(row), driverId: row.driver_id, version: row.version ?? 0 };
}

export function renderPastTicket(row: PastRow): Schemas['PastTicket'] {
  return {
    taskId: text(row.task_id),
    zoneId: text(row.zone_id),
    round: Number(row.round),
    attempt: Number(row.attempt),
    status: row.status as Schemas['PastTicket']['status'],
    driverId: textOrNull(row.driver_id),
    enqueuedAt: text(row.enqueued_at),
  };
}

/** @param realAt The requested moment in real time, which devices use. */
export function renderPastPosition(
  { driverId, latitude, longitude, accuracy, speed, heading, at }: PastPosition,
  realAt: Date,
): Schemas['PastPosition'] {
  const ageSeconds = Math.max(0, Math.round((realAt.getTime() - at.getTime()) / 1000));
  const point = { latitude, longitude, accuracy, speed, heading };
  return { driverId, ...point, at: at.toISOString(), ageSeconds };
}

function text(value: unknown): string {
  return String(value);
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

export function renderMoment(row: MomentRow): components['schemas']['PastMoment'] {
  const { at, kind, subject_type: subjectType, subject_id: subjectId, role, reason, data } = row;
  return { at: at.toISOString(), kind, subjectType, subjectId, by: role, reason, data };
}

export function renderTaskEvent(row: TaskEventRow): components['schemas']['TaskEvent'] {
  const { at, what, status, role, account_id: accountId, reason, data } = row;
  return { at: at.toISOString(), what, status, by: role, accountId, reason, data };
}
