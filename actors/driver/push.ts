import { push } from '../machines/effect.ts';
import type { Effect, EventContext } from '../runtime/machine.ts';
import type { DriverEvent } from './events.ts';
import { type DriverState, dutyOf } from './state.ts';

/** Told to the driver and to dispatch; who needs more reads it from the API. */
export function pushesOf(
  event: DriverEvent,
  before: DriverState | null,
  state: DriverState,
  { version }: EventContext,
): Effect[] {
  const { driverId, status, route } = state;
  const rooms = ['dispatch', `driver:${driverId}`];
  const effects: Effect[] = [];
  if (changesDriver(event)) {
    effects.push(push(rooms, 'driver.updated', { driverId, status, duty: dutyOf(state), version }));
  }
  if ('shiftId' in event) {
    const duty = event.type === 'SHIFT_ENDED' ? 'ENDED' : dutyOf(state);
    effects.push(push(rooms, 'shift.updated', { driverId, shiftId: event.shiftId, status: duty, version }));
  }
  if (route !== undefined && route.version !== before?.route?.version) {
    const { routeId, version: routeVersion } = route;
    effects.push(push(rooms, 'route.updated', { driverId, routeId, routeVersion, version }));
  }
  if (changesCash(event)) {
    const cashOnHand = { amount: state.cashOnHand, currency: 'QAR' };
    effects.push(push(rooms, 'cash.updated', { driverId, cashOnHand, version }));
  }
  return effects;
}

/** An offer that is only being decided is no news: it is shown from the order's commit. */
function changesDriver({ type }: DriverEvent): boolean {
  return !['RESERVED', 'RESERVED_AGAIN', 'RESERVATION_REFUSED', 'STOP_ARRIVED'].includes(type);
}

function changesCash({ type }: DriverEvent): boolean {
  return type === 'CASH_COLLECTED' || type === 'HAND_IN_OPENED' || type === 'SETTLEMENT_CLOSED';
}
