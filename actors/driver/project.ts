import { historyRows } from '../machines/history.ts';
import type { EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import { codAssigned } from './cash-figures.ts';
import type { DriverEvent } from './events.ts';
import { legRows } from './left.ts';
import { cashRows } from './project-cash.ts';
import { shownStops } from './route.ts';
import { activeTasks, type DriverState, dutyOf, itemsAssigned } from './state.ts';

/** The driver's row always; shift, route, cash where the events touched them; the history. */
export function project(state: DriverState, events: readonly DriverEvent[], context: EventContext): RowOp[] {
  const { version } = context;
  return [
    driverRow(state, version),
    // A route belongs to a shift, so the shift's row comes first.
    ...(events.some(touchesShift) ? shiftRows(state, version) : []),
    ...events.flatMap((event) => endedShiftRow(state, event, version)),
    ...(events.some(touchesRoute) ? routeRows(state, version) : []),
    ...events.flatMap((event) => legRows(state, event, context)),
    ...events.flatMap((event) => cashRows(state, event, context)),
    ...historyRows('driver', state.driverId, events, context, historyData),
  ];
}

/** Every row that mirrors the present state: what a rebuild of the projections compares with. */
export function driverRows(state: DriverState, version: number): RowOp[] {
  return [driverRow(state, version), ...shiftRows(state, version), ...routeRows(state, version)];
}

function driverRow(state: DriverState, version: number): RowOp {
  return {
    table: 'drivers',
    op: 'update',
    row: {
      id: state.driverId,
      status: state.status,
      zone_ids: state.zoneIds,
      cash_limit: state.cashLimit ?? null,
      capacity: state.capacity,
      cash_on_hand: state.cashOnHand,
      cod_assigned: codAssigned(state),
      items_assigned: itemsAssigned(state),
      active_tasks: activeTasks(state),
      duty: dutyOf(state),
      shift_id: state.shift?.shiftId ?? null,
      shift_planned_end: state.shift?.plannedEnd ?? null,
      cash_carry_over: state.carryOver === true,
      idle_since: state.idleSince ?? null,
      actor_version: version,
    },
  };
}

function shiftRows({ driverId, shift }: DriverState, version: number): RowOp[] {
  if (shift === undefined) return [];
  const { shiftId, status, startedAt, breaks, planId = null, plannedEnd = null } = shift;
  const row = {
    id: shiftId,
    driver_id: driverId,
    status,
    started_at: startedAt,
    ended_at: null,
    breaks,
    plan_id: planId,
    planned_end: plannedEnd,
    actor_version: version,
  };
  return [{ table: 'shift_runs', op: 'upsert', row }];
}

function endedShiftRow({ driverId }: DriverState, event: DriverEvent, version: number): RowOp[] {
  if (event.type !== 'SHIFT_ENDED') return [];
  const { shiftId, startedAt, breaks, at, planId = null, plannedEnd = null } = event;
  const closed = breaks.map((each) => ({ from: each.from, to: each.to ?? at }));
  const row = {
    id: shiftId,
    driver_id: driverId,
    status: 'ENDED',
    started_at: startedAt,
    ended_at: at,
    breaks: closed,
    plan_id: planId,
    planned_end: plannedEnd,
    actor_version: version,
  };
  return [{ table: 'shift_runs', op: 'upsert', row }];
}

function routeRows(state: DriverState, version: number): RowOp[] {
  const { driverId, shift, route } = state;
  if (shift === undefined || route === undefined) return [];
  const row = {
    id: route.routeId,
    driver_id: driverId,
    shift_id: shift.shiftId,
    version: route.version,
    stops: shownStops(state),
    actor_version: version,
  };
  return [{ table: 'routes', op: 'upsert', row }];
}

function touchesShift({ type }: DriverEvent): boolean {
  return ['SHIFT_STARTED', 'SHIFT_REPLANNED', 'BREAK_STARTED', 'BREAK_ENDED'].includes(type);
}

function touchesRoute(event: DriverEvent): boolean {
  switch (event.type) {
    case 'RESERVED':
      return event.replaces;
    case 'SHIFT_STARTED':
    case 'OFFER_RELEASED':
    case 'WORK_ACCEPTED':
    case 'STOP_ARRIVED':
    case 'STOP_DONE':
    case 'WORK_DONE':
    case 'ROUTE_ARRANGED':
    case 'ROUTE_REPLANNED':
    case 'ROUTE_RETIMED':
    // Planned arrivals reckon with breaks.
    case 'BREAK_STARTED':
    case 'BREAK_ENDED':
    case 'SHIFT_REPLANNED':
    case 'WORK_FAILED':
    case 'WORK_RETRIED':
    case 'WORK_RETURNING':
    case 'WORK_ENDED':
    case 'WORK_HANDED_OVER':
    case 'WORK_TAKEN_OVER':
    case 'CASH_UNCOLLECTED':
    case 'TAKE_OVER_RESERVED':
      return true;
    default:
      return false;
  }
}

/** What the history tells beside the statuses. */
function historyData(event: DriverEvent): JsonObject {
  switch (event.type) {
    case 'DRIVER_APPROVED':
    case 'DRIVER_UPDATED':
      return { zoneIds: event.zoneIds, cashLimit: event.cashLimit, capacity: event.capacity };
    case 'CARRY_OVER_ALLOWED':
      return { cashOnHand: event.cashOnHand };
    case 'SHIFT_ENDED':
      return event.carried === undefined ? {} : { carried: event.carried };
    case 'HAND_IN_OPENED':
    case 'SETTLEMENT_CLOSED':
      return { expected: event.expected, counted: event.counted, difference: event.difference };
    default:
      return {};
  }
}
