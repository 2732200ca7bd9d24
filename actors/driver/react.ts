import type { ErrorCode } from '../errors.ts';
import { command, notify, retryWaiting } from '../machines/effect.ts';
import type { Effect, EventContext } from '../runtime/machine.ts';
import { changedEtas } from './eta.ts';
import type { DriverEvent, ReservationRule } from './events.ts';
import { pushesOf } from './push.ts';
import { toCash } from './react-cash.ts';
import { toShift } from './react-shift.ts';
import type { DriverState } from './state.ts';

export function react(
  before: DriverState | null,
  event: DriverEvent,
  after: DriverState,
  context: EventContext,
): Effect[] {
  return [
    ...toApproval(event, after),
    ...toOffer(event, after),
    ...toHandOver(event, after),
    ...toCash(event, before, after),
    ...toShift(event, before, after),
    ...retries(event),
    ...toldEtas(before, after, context),
    ...pushesOf(event, before, after, context),
  ];
}

function toApproval(event: DriverEvent, { driverId, accountId }: DriverState): Effect[] {
  if (event.type !== 'DRIVER_APPROVED') return [];
  return [
    { do: 'consume', consumer: 'role', payload: { accountId, role: 'DRIVER', grant: true } },
    notify('DRIVER_APPROVED', { driverId, accountId }),
  ];
}

/** What the dispatcher is told when a rule stands against an assignment by hand. */
const MANUAL_REFUSAL: { readonly [rule in ReservationRule]: { code: ErrorCode; detail: string } } = {
  WITHDRAWN: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'This assignment was withdrawn.' },
  NOT_APPROVED: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver is not approved.' },
  OFF_DUTY: { code: 'delivery.DRIVER_UNAVAILABLE', detail: 'The driver is not on duty.' },
  OUTSIDE_ZONES: {
    code: 'delivery.OUTSIDE_ZONES',
    detail: 'A stop of the task lies outside the driver’s zones.',
  },
  CAPACITY: { code: 'delivery.CAPACITY_EXCEEDED', detail: 'The goods don’t fit beside what the driver has.' },
  CASH_LIMIT: {
    code: 'delivery.CASH_LIMIT_EXCEEDED',
    detail: 'With this task the driver’s cash would pass the limit.',
  },
};

function toOffer(event: DriverEvent, { driverId }: DriverState): Effect[] {
  switch (event.type) {
    case 'RESERVED':
    case 'RESERVED_AGAIN': {
      const { taskId, orderId, round, offerId, zoneId } = event;
      return [command('order', orderId, 'assign', { taskId, round, offerId, driverId, zoneId })];
    }
    case 'RESERVATION_REFUSED': {
      const { taskId, orderId, round, offerId, zoneId, rule, manual } = event;
      if (manual) {
        const payload = { taskId, offerId, ...MANUAL_REFUSAL[rule] };
        return [command('order', orderId, 'hand-assignment-failed', payload)];
      }
      if (zoneId === null) return [];
      return [command('zone', zoneId, 'offer-refused', { taskId, round, offerId, driverId, rule })];
    }
    default:
      return [];
  }
}

/** Whom the new arrivals concern, and whether they moved enough to be told, is found outside: see tell-etas. */
function toldEtas(before: DriverState | null, after: DriverState, { version }: EventContext): Effect[] {
  if (before?.route === after.route && before?.shift === after.shift) return [];
  const etas = changedEtas(before, after);
  if (etas.length === 0) return [];
  const { driverId } = after;
  return [{ do: 'consume', consumer: 'tell-etas', payload: { driverId, version, etas } }];
}

/** The order alone says whose the goods are: it is told whether there is room. */
function toHandOver(event: DriverEvent, { driverId }: DriverState): Effect[] {
  switch (event.type) {
    case 'TAKE_OVER_RESERVED': {
      const { taskId, orderId, offerId: handOverId } = event;
      return [command('order', orderId, 'hand-over-reserved', { taskId, handOverId, driverId })];
    }
    case 'TAKE_OVER_REFUSED': {
      const { taskId, orderId, offerId: handOverId, rule } = event;
      const payload = { taskId, handOverId, ...MANUAL_REFUSAL[rule] };
      return [command('order', orderId, 'hand-over-refused', payload)];
    }
    default:
      return [];
  }
}

/** What gives a waiting task a new chance. */
function retries(event: DriverEvent): Effect[] {
  switch (event.type) {
    case 'DRIVER_APPROVED':
    case 'DRIVER_REINSTATED':
    case 'DRIVER_UPDATED':
      return [retryWaiting('DRIVER_CHANGED')];
    case 'SHIFT_STARTED':
    case 'BREAK_ENDED':
      return [retryWaiting('DRIVER_AVAILABLE')];
    case 'OFFER_RELEASED':
      return event.freed ? [retryWaiting('CAPACITY_FREED')] : [];
    case 'WORK_DONE':
    case 'WORK_ENDED':
    case 'WORK_HANDED_OVER':
      return [retryWaiting('CAPACITY_FREED')];
    case 'WORK_RETURNING':
      return [retryWaiting('CASH_FREED')];
    case 'SETTLEMENT_CLOSED':
      return [retryWaiting('CASH_HANDED_IN')];
    default:
      return [];
  }
}
