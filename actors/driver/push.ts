import { push } from '../machines/effect.ts';
import type { Effect, EventContext } from '../runtime/machine.ts';
import { type DriverEvent, rulesOf } from './behaviours.ts';
import { cashProjected, codAssigned, isNearLimit } from './cash-figures.ts';
import { changedEtas } from './eta.ts';
import { shownStops } from './route.ts';
import { activeTasks, type DriverState, dutyOf } from './state.ts';

/** What the driver and dispatch are shown. Where the stops lie is read from the API. */
export function pushesOf(
  event: DriverEvent,
  before: DriverState | null,
  state: DriverState,
  { version }: EventContext,
): Effect[] {
  const { driverId, route } = state;
  const rooms = ['dispatch', `driver:${driverId}`];
  const effects: Effect[] = [];
  if (changesDriver(event)) {
    const { status, idleSince = null } = state;
    const load = { activeTasks: activeTasks(state), codAssigned: codAssigned(state) };
    const payload = { driverId, status, duty: dutyOf(state), idleSince, ...load, version };
    effects.push(push(rooms, 'driver.updated', payload));
  }
  if ('shiftId' in event) {
    const status = event.type === 'SHIFT_ENDED' ? 'ENDED' : dutyOf(state);
    const plannedEnd = (event.type === 'SHIFT_ENDED' ? event.plannedEnd : state.shift?.plannedEnd) ?? null;
    const payload = { driverId, shiftId: event.shiftId, status, plannedEnd, version };
    effects.push(push(rooms, 'shift.updated', payload));
  }
  if (route !== undefined && (route.version !== before?.route?.version || retimed(before, state))) {
    const { routeId, version: routeVersion } = route;
    const shown = { driverId, routeId, routeVersion, stops: stopsOf(state), version };
    effects.push(push(rooms, 'route.updated', shown));
  }
  if (before !== null && changesCash(before, state)) {
    const { cashOnHand, cashLimit = null, settlement } = state;
    const figures = { projected: cashProjected(state), nearLimit: isNearLimit(state) };
    const settlementId = settlement?.settlementId ?? null;
    const payload = { driverId, cashOnHand, cashLimit, ...figures, settlementId, version };
    effects.push(push(rooms, 'cash.updated', payload));
  }
  return effects;
}

/** The same stops in the same order, at other times. */
function retimed(before: DriverState, state: DriverState): boolean {
  return before.route !== state.route || before.shift !== state.shift
    ? changedEtas(before, state).length > 0
    : false;
}

function stopsOf(state: DriverState) {
  return shownStops(state).map(({ stopId, taskId, kind, done, eta }) => ({
    stopId,
    taskId,
    kind,
    done,
    eta,
  }));
}

/** An offer that is still being decided is not shown: it is shown from the order's commit. */
function changesDriver({ type }: DriverEvent): boolean {
  return type === 'DRIVER_APPLIED' || rulesOf(type).quiet !== true;
}

function changesCash(before: DriverState, after: DriverState): boolean {
  return (
    before.cashOnHand !== after.cashOnHand ||
    before.cashLimit !== after.cashLimit ||
    before.settlement?.settlementId !== after.settlement?.settlementId
  );
}
