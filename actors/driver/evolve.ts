import { add, subtract, ZERO } from '../money/money.ts';
import type { DriverApplied, DriverEvent } from './events.ts';
import { evolveShift } from './evolve-shift.ts';
import { evolveWork } from './evolve-work.ts';
import { DEFAULT_CAPACITY, type DriverState } from './state.ts';

export function evolve(state: DriverState | null, event: DriverEvent): DriverState {
  if (event.type === 'DRIVER_APPLIED') return born(event);
  if (state === null) throw new Error(`${event.type} before DRIVER_APPLIED`);
  switch (event.type) {
    case 'DRIVER_APPROVED': {
      const { zoneIds, cashLimit, capacity } = event;
      return { ...state, status: 'APPROVED', zoneIds, cashLimit, capacity };
    }
    case 'DRIVER_REJECTED':
      return { ...state, status: 'REJECTED' };
    case 'DRIVER_SUSPENDED':
      return { ...state, status: 'SUSPENDED' };
    case 'DRIVER_REINSTATED':
      return { ...state, status: 'APPROVED' };
    case 'DRIVER_UPDATED': {
      const { zoneIds, cashLimit, capacity } = event;
      return { ...state, zoneIds, cashLimit: cashLimit ?? undefined, capacity };
    }
    case 'CASH_COLLECTED':
      return evolveWork({ ...state, cashOnHand: add(state.cashOnHand, event.amount) }, event);
    case 'HAND_IN_OPENED': {
      const { settlementId, expected, counted, difference, receiptNumber, openedBy } = event;
      const settlement = { settlementId, expected, counted, difference, receiptNumber, openedBy };
      const gone = { lastSettlementId: undefined, lastReversedId: undefined, carryOver: undefined };
      return { ...state, ...gone, settlement };
    }
    case 'SETTLEMENT_CLOSED': {
      const cashOnHand = subtract(state.cashOnHand, event.expected);
      // An approval is no hand-in: what it closes was handed in before.
      const { carryOver, lastReversedId } = event.approvedBy === null ? {} : state;
      const { settlementId: lastSettlementId } = event;
      return { ...state, cashOnHand, settlement: undefined, lastSettlementId, lastReversedId, carryOver };
    }
    default:
      return evolveShift(state, event);
  }
}

function born({ driverId, accountId }: DriverApplied): DriverState {
  return {
    driverId,
    accountId,
    status: 'APPLIED',
    zoneIds: [],
    capacity: DEFAULT_CAPACITY,
    cashOnHand: ZERO,
    reservations: {},
    work: {},
    tombstones: [],
  };
}
