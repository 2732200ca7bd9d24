import { push } from '../machines/effect.ts';
import { canonicalJson } from '../runtime/canonical-json.ts';
import type { Effect, EventContext, JsonObject } from '../runtime/machine.ts';
import { type DriverEvent, rulesOf } from './behaviours.ts';
import { cashProjected, codAssigned, isNearLimit, isOverLimit } from './cash-figures.ts';
import { changedEtas } from './eta.ts';
import { shownStops } from './route.ts';
import { activeTasks, type DriverState, dutyOf, itemsAssigned } from './state.ts';

/**
 * The live events for the driver and dispatchers. They do not contain the stops' locations, which clients read from the
 * API.
 */
export function pushesOf(
  event: DriverEvent,
  before: DriverState | null,
  state: DriverState,
  { version }: EventContext,
): Effect[] {
  const { driverId, route } = state;
  const rooms = ['dispatch', `driver:${driverId}`];
  const effects: Effect[] = [];
  const told = driverRooms(event, before, state);
  if (told !== null) effects.push(push(told, 'driver.updated', { ...shownDriver(state), version }));
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

/** Whether the stops are the same in the same order, at other times. */
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

/** Everything a dispatcher's board shows of the driver's state: what is missing here would be outdated there. */
function shownDriver(state: DriverState): JsonObject {
  const { driverId, status, idleSince = null, shift, zoneIds, capacity } = state;
  const { cashOnHand, cashLimit = null, carryOver = false } = state;
  return {
    ...{ driverId, status, duty: dutyOf(state), idleSince, shiftEndsAt: shift?.plannedEnd ?? null },
    ...{ zoneIds, capacity, itemsAssigned: itemsAssigned(state), activeTasks: activeTasks(state) },
    ...{ cashOnHand, codAssigned: codAssigned(state), projected: cashProjected(state), cashLimit },
    ...{ nearLimit: isNearLimit(state), overLimit: isOverLimit(state), carryOver },
  };
}

/**
 * The driver is not shown an offer that is still being decided; the order's commit shows it. Dispatchers are shown the
 * capacity and cash it reserves, so that they do not assign them twice.
 */
function driverRooms({ type }: DriverEvent, before: DriverState | null, state: DriverState): string[] | null {
  if (before === null || type === 'DRIVER_APPLIED' || rulesOf(type).quiet !== true)
    return ['dispatch', `driver:${state.driverId}`];
  if (before === state || canonicalJson(shownDriver(before)) === canonicalJson(shownDriver(state)))
    return null;
  return ['dispatch'];
}

function changesCash(before: DriverState, after: DriverState): boolean {
  return (
    before.cashOnHand !== after.cashOnHand ||
    before.cashLimit !== after.cashLimit ||
    before.settlement?.settlementId !== after.settlement?.settlementId
  );
}
