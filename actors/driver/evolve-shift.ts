import type { DriverEvent } from './events.ts';
import { evolveRoute } from './evolve-route.ts';
import { evolveWork } from './evolve-work.ts';
import type { DriverState, Shift } from './state.ts';

type EventOf<T extends DriverEvent['type']> = Extract<DriverEvent, { type: T }>;

export function evolveShift(state: DriverState, event: DriverEvent): DriverState {
  switch (event.type) {
    case 'SHIFT_STARTED':
      return started(state, event);
    case 'SHIFT_REPLANNED': {
      const { planId, planVersion, plannedEnd, breaksPlanned } = event;
      return inShift(state, { planId, planVersion, plannedEnd, breaksPlanned, overran: undefined });
    }
    case 'SHIFT_OVERRAN':
      return inShift(state, { overran: true });
    case 'BREAK_STARTED': {
      const breaks = [...(state.shift?.breaks ?? []), { from: event.at, to: null }];
      return evolveRoute(inShift(state, { status: 'ON_BREAK', breaks }), event);
    }
    case 'BREAK_OVERRAN':
      return inShift(state, { breakOverran: true });
    case 'BREAK_ENDED': {
      const breaks = (state.shift?.breaks ?? []).map((each) => ({ ...each, to: each.to ?? event.at }));
      return inShift(state, { status: 'ON_DUTY', breaks, breakOverran: undefined });
    }
    case 'CARRY_OVER_ALLOWED':
      return { ...state, carryOver: true };
    case 'SHIFT_ENDED':
      return {
        ...state,
        shift: undefined,
        route: undefined,
        idleSince: undefined,
        lastShiftId: event.shiftId,
        carryOver: undefined,
      };
    default:
      return evolveWork(state, event);
  }
}

function started(state: DriverState, event: EventOf<'SHIFT_STARTED'>): DriverState {
  const { shiftId, routeId, at, planId, planVersion, plannedEnd, breaksPlanned } = event;
  const shift: Shift = { shiftId, status: 'ON_DUTY', startedAt: at, breaks: [] };
  return {
    ...state,
    shift: planId === undefined ? shift : { ...shift, planId, planVersion, plannedEnd, breaksPlanned },
    route: { routeId, version: 1, stops: [], plannedAt: at },
    idleSince: at,
    lastShiftId: undefined,
  };
}

function inShift(state: DriverState, change: Partial<Shift>): DriverState {
  return state.shift === undefined ? state : { ...state, shift: { ...state.shift, ...change } };
}
