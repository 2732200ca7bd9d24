import { add, subtract, ZERO } from '../money/money.ts';
import type { DriverApplied, DriverEvent } from './events.ts';
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
      return { ...state, settlement, lastSettlementId: undefined };
    }
    case 'SETTLEMENT_CLOSED': {
      const cashOnHand = subtract(state.cashOnHand, event.expected);
      return { ...state, cashOnHand, settlement: undefined, lastSettlementId: event.settlementId };
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

function evolveShift(state: DriverState, event: DriverEvent): DriverState {
  switch (event.type) {
    case 'SHIFT_STARTED': {
      const { shiftId, routeId, at } = event;
      return {
        ...state,
        shift: { shiftId, status: 'ON_DUTY', startedAt: at, breaks: [] },
        route: { routeId, version: 1, stops: [], plannedAt: at },
        idleSince: at,
        lastShiftId: undefined,
      };
    }
    case 'BREAK_STARTED': {
      if (state.shift === undefined) return state;
      const breaks = [...state.shift.breaks, { from: event.at, to: null }];
      return { ...state, shift: { ...state.shift, status: 'ON_BREAK', breaks } };
    }
    case 'BREAK_ENDED': {
      if (state.shift === undefined) return state;
      const breaks = state.shift.breaks.map((each) => ({ ...each, to: each.to ?? event.at }));
      return { ...state, shift: { ...state.shift, status: 'ON_DUTY', breaks } };
    }
    case 'SHIFT_ENDED':
      return {
        ...state,
        shift: undefined,
        route: undefined,
        idleSince: undefined,
        lastShiftId: event.shiftId,
      };
    default:
      return evolveWork(state, event);
  }
}
