import { accepted, refused, unchanged } from '../machines/decision.ts';
import { add, compare, subtract } from '../money/money.ts';
import type { Decision } from '../runtime/machine.ts';
import type { Commands, Events, Given, Happened, Plain } from './behaviour.ts';
import { onShift } from './on-shift.ts';
import type { DriverState } from './state.ts';

/** A dispatcher allows the driver's cash to stay with the driver beyond the end of the shift. */
export type CarryOverCommand = Given<'allow-carry-over', Plain>;

export type CarryOverEvent = Happened<'CARRY_OVER_ALLOWED', { shiftId: string; cashOnHand: string }>;

export const carryOverCommands: Commands<CarryOverCommand, CarryOverEvent> = {
  'allow-carry-over': (at) =>
    onShift<CarryOverEvent>(
      at,
      () => false,
      ({ shiftId }, event) => {
        const { state } = at;
        if (state.carryOver === true) return unchanged({ shiftId });
        const refusal = refuseCarrying(state, cashHeld(state), true);
        if (refusal !== null) return refusal;
        const { cashOnHand } = state;
        return accepted([{ ...event, type: 'CARRY_OVER_ALLOWED', shiftId, cashOnHand }], { shiftId });
      },
    ),
};

export const carryOverEvents: Events<CarryOverEvent> = {
  CARRY_OVER_ALLOWED: {
    evolve: (state) => ({ ...state, carryOver: true }),
    history: ({ cashOnHand }) => ({ cashOnHand }),
  },
};

/**
 * Cash the driver holds. Cash that was counted and awaits a second dispatcher's approval is in the till already; cash
 * collected at a door counts even before its command arrives here.
 */
export function cashHeld({ cashOnHand, settlement, work }: DriverState): string {
  const onItsWay = Object.values(work)
    .filter(({ finished, collected }) => finished === true && collected === undefined)
    .map(({ cod }) => cod);
  return subtract(add(cashOnHand, ...onItsWay), settlement?.expected ?? '0.00');
}

/** Cash above the limit may not stay with the driver, even with a dispatcher's consent. */
export function refuseCarrying(state: DriverState, held: string, consent: boolean): Decision<never> | null {
  const limit = state.cashLimit ?? '0.00';
  const beyondLimit = compare(held, limit) > 0;
  if (consent && !beyondLimit) return null;
  const detail = beyondLimit
    ? `${held} QAR is more than the cash limit of ${limit} QAR: it must be handed in.`
    : `Hand in ${held} QAR first, or let a dispatcher consent to carrying it over.`;
  return refused('shift.CASH_UNSETTLED', detail, { cashOnHand: held, cashLimit: limit, beyondLimit });
}
