import { closeAlert, command, notify, raiseAlert } from '../machines/effect.ts';
import { isZero, negate, subtract } from '../money/money.ts';
import type { Effect, Journal, JsonObject } from '../runtime/machine.ts';
import { cashProjected, isNearLimit } from './cash-figures.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

type EventOf<T extends DriverEvent['type']> = Extract<DriverEvent, { type: T }>;

/** The driver actor alone posts what goes into and out of a driver's hands. */
export function toCash(event: DriverEvent, before: DriverState | null, after: DriverState): Effect[] {
  return [...posted(event, after), ...nearLimit(before, after)];
}

function posted(event: DriverEvent, after: DriverState): Effect[] {
  switch (event.type) {
    case 'CASH_COLLECTED':
      return [{ do: 'post', journal: collection(after.driverId, event) }];
    case 'CASH_UNCOLLECTED':
      return [{ do: 'post', journal: uncollection(after.driverId, event) }, ...answer(event, 'reversed', {})];
    case 'UNCOLLECTED_AGAIN':
      return answer(event, 'reversed', {});
    case 'UNCOLLECT_REFUSED':
      return answer(event, 'reversal-refused', { code: event.code, detail: event.detail });
    case 'SETTLEMENT_CLOSED':
      return settled(after, event);
    default:
      return [];
  }
}

/** The order hears what became of the reversal it asked for. */
function answer(
  { orderId, taskId, offerId: reversalId }: { orderId: string; taskId: string; offerId: string },
  type: string,
  more: JsonObject,
): Effect[] {
  return [command('order', orderId, type, { taskId, reversalId, ...more })];
}

function uncollection(driverId: string, { taskId, amount, number }: EventOf<'CASH_UNCOLLECTED'>): Journal {
  return {
    cause: `collection-reversal:${taskId}:${number}`,
    kind: 'REVERSAL',
    lines: [
      { account: `driver:${driverId}`, amount: negate(amount), taskId, driverId },
      { account: 'clearing', amount, taskId },
    ],
  };
}

function collection(driverId: string, { taskId, amount, number }: EventOf<'CASH_COLLECTED'>): Journal {
  return {
    // The first has no number: so it was called before there were others.
    cause: number === undefined ? `collection:${taskId}` : `collection:${taskId}:${number}`,
    kind: 'COLLECTION',
    lines: [
      { account: `driver:${driverId}`, amount, taskId, driverId },
      { account: 'clearing', amount: negate(amount), taskId },
    ],
  };
}

/** Said once when the cash passes the mark or the limit comes down to it, and over when it is below again. */
function nearLimit(before: DriverState | null, after: DriverState): Effect[] {
  const [was, is] = [before !== null && isNearLimit(before), isNearLimit(after)];
  if (was === is) return [];
  const { driverId, cashOnHand, cashLimit = null } = after;
  const alert = {
    kind: 'CASH_NEAR_LIMIT' as const,
    dedupeKey: `cash-near-limit:${driverId}`,
    subjectType: 'DRIVER' as const,
    subjectId: driverId,
  };
  if (!is) return [closeAlert(alert)];
  const data = { cashOnHand, cashLimit, projected: cashProjected(after) };
  return [notify('CASH_NEAR_LIMIT', { driverId, cashOnHand, cashLimit }), raiseAlert({ ...alert, data })];
}

function settled({ driverId }: DriverState, event: EventOf<'SETTLEMENT_CLOSED'>): Effect[] {
  const { settlementId, expected, counted, difference, receiptNumber, collections } = event;
  return [
    { do: 'post', journal: handIn(driverId, event) },
    ...collections.map(({ orderId, taskId }) =>
      command('order', orderId, 'payment-settled', { taskId, settlementId }),
    ),
    notify('SETTLEMENT_RECEIPT', { driverId, settlementId, receiptNumber, expected, counted, difference }),
  ];
}

/** The driver owes nothing more of what was expected; what is missing, or too much, is booked to the driver. */
function handIn(driverId: string, event: EventOf<'SETTLEMENT_CLOSED'>): Journal {
  const { settlementId, expected, counted } = event;
  const lines = [
    { account: 'till', amount: counted, driverId },
    { account: `driver:${driverId}`, amount: negate(expected), driverId },
    { account: `driver-difference:${driverId}`, amount: subtract(expected, counted), driverId },
  ];
  return {
    cause: `settlement:${settlementId}`,
    kind: 'HAND_IN',
    lines: lines.filter(({ amount }) => !isZero(amount)),
  };
}
