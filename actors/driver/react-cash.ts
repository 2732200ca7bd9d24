import { command, notify } from '../machines/effect.ts';
import { compare, isZero, negate, percent, subtract } from '../money/money.ts';
import type { Effect, Journal } from '../runtime/machine.ts';
import type { DriverEvent } from './events.ts';
import type { DriverState } from './state.ts';

type EventOf<T extends DriverEvent['type']> = Extract<DriverEvent, { type: T }>;

/** Percent of the cash limit beyond which the driver is asked to hand in. */
const NEAR_LIMIT = '80';

/** The driver actor alone posts what goes into and out of a driver's hands. */
export function toCash(event: DriverEvent, before: DriverState | null, after: DriverState): Effect[] {
  switch (event.type) {
    case 'CASH_COLLECTED':
      return [{ do: 'post', journal: collection(after.driverId, event) }, ...nearLimit(before, after)];
    case 'SETTLEMENT_CLOSED':
      return settled(after, event);
    default:
      return [];
  }
}

function collection(driverId: string, { taskId, amount }: EventOf<'CASH_COLLECTED'>): Journal {
  return {
    cause: `collection:${taskId}`,
    kind: 'COLLECTION',
    lines: [
      { account: `driver:${driverId}`, amount, taskId, driverId },
      { account: 'clearing', amount: negate(amount), taskId },
    ],
  };
}

/** Said once, when the cash passes the mark. */
function nearLimit(before: DriverState | null, after: DriverState): Effect[] {
  const { driverId, cashOnHand, cashLimit } = after;
  if (before === null || cashLimit === undefined) return [];
  const mark = percent(cashLimit, NEAR_LIMIT);
  if (compare(cashOnHand, mark) <= 0 || compare(before.cashOnHand, mark) > 0) return [];
  return [notify('CASH_NEAR_LIMIT', { driverId, cashOnHand, cashLimit })];
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
