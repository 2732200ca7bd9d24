import { historyRows } from '../machines/history.ts';
import type { EventContext, JsonObject, RowOp } from '../runtime/machine.ts';
import { type DriverEvent, rulesOf } from './behaviours.ts';
import { codAssigned } from './cash-figures.ts';
import { shownStops } from './route.ts';
import { activeTasks, type DriverState, dutyOf, itemsAssigned } from './state.ts';

/**
 * The driver's row always, the shift's and route's rows if the events touched them, the events' own rows, and the
 * history.
 */
export function project(state: DriverState, events: readonly DriverEvent[], context: EventContext): RowOp[] {
  const { version } = context;
  return [
    driverRow(state, version),
    // A route references its shift, so the shift's row comes first.
    ...(events.some(touchesShift) ? shiftRows(state, version) : []),
    ...(events.some(touchesRoute) ? routeRows(state, version) : []),
    ...events.flatMap((event) => ownRows(event, state, context)),
    ...historyRows('driver', state.driverId, events, context, historyData),
  ];
}

/** Every row that mirrors the present state; a rebuild of the projections compares with these. */
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
  return type !== 'DRIVER_APPLIED' && rulesOf(type).touchesShift === true;
}

function touchesRoute(event: DriverEvent): boolean {
  return event.type !== 'DRIVER_APPLIED' && rulesOf(event.type).touchesRoute?.(event) === true;
}

function ownRows(event: DriverEvent, state: DriverState, context: EventContext): RowOp[] {
  return event.type === 'DRIVER_APPLIED' ? [] : (rulesOf(event.type).rows?.(event, state, context) ?? []);
}

function historyData(event: DriverEvent): JsonObject {
  return event.type === 'DRIVER_APPLIED' ? {} : (rulesOf(event.type).history?.(event) ?? {});
}
