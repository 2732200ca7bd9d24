import { push } from '../machines/effect.ts';
import type { Effect, EventContext } from '../runtime/machine.ts';
import type { DriverEvent } from './events.ts';
import { codAssigned, touchesRoute } from './project.ts';
import { shownStops } from './route.ts';
import { activeTasks, type DriverState, dutyOf } from './state.ts';

/** Told to the driver and to dispatch. */
export function pushesOf(event: DriverEvent, state: DriverState, { version }: EventContext): Effect[] {
  const { driverId } = state;
  const rooms = ['dispatch', `driver:${driverId}`];
  const effects: Effect[] = [];
  if (changesDriver(event)) {
    const { status, idleSince = null } = state;
    const load = { activeTasks: activeTasks(state), codAssigned: codAssigned(state) };
    const payload = { driverId, status, duty: dutyOf(state), idleSince, ...load, version };
    effects.push(push(rooms, 'driver.updated', payload));
  }
  if (isShift(event)) {
    const status = event.type === 'SHIFT_ENDED' ? 'ENDED' : dutyOf(state);
    effects.push(push(rooms, 'shift.updated', { driverId, shiftId: event.shiftId, status, version }));
  }
  if (touchesRoute(event) && state.route !== undefined) {
    effects.push(push(rooms, 'route.updated', { ...shownRoute(state), version }));
  }
  if (isCash(event)) {
    const { cashOnHand, cashLimit = null, settlement } = state;
    const settlementId = settlement?.settlementId ?? null;
    effects.push(push(rooms, 'cash.updated', { driverId, cashOnHand, cashLimit, settlementId, version }));
  }
  return effects;
}

function shownRoute(state: DriverState) {
  const stops = shownStops(state).map(({ stopId, taskId, kind, done, eta }) => ({
    stopId,
    taskId,
    kind,
    done,
    eta,
  }));
  return {
    driverId: state.driverId,
    routeId: state.route?.routeId ?? null,
    routeVersion: state.route?.version ?? null,
    stops,
  };
}

/** An offer that is only being decided is no news: it is shown from the order's commit. */
function changesDriver({ type }: DriverEvent): boolean {
  return !['RESERVED_AGAIN', 'RESERVATION_REFUSED', 'RESERVATION_CONFIRMED', 'STOP_ARRIVED'].includes(type);
}

type ShiftEvent = Extract<DriverEvent, { shiftId: string }>;

function isShift(event: DriverEvent): event is ShiftEvent {
  return 'shiftId' in event;
}

function isCash({ type }: DriverEvent): boolean {
  return type === 'CASH_COLLECTED' || type === 'HAND_IN_OPENED' || type === 'SETTLEMENT_CLOSED';
}
