import { add, compare, percent } from '../money/money.ts';
import type { DriverState } from './state.ts';

/** Percentage of the cash limit above which the driver is asked to hand in. */
export const NEAR_LIMIT_PERCENT = '80';

/** Cash to be collected for reserved and accepted tasks: it counts against the cash limit like cash on hand. */
export function codAssigned({ reservations, work }: DriverState): string {
  const uncollected = Object.values(work).filter((task) => task.collected === undefined);
  return add(...[...Object.values(reservations), ...uncollected].map(({ cod }) => cod));
}

/**
 * Cash the driver will hold once everything assigned has been collected; a new task must not take it over the limit.
 */
export function cashProjected(state: DriverState): string {
  return add(state.cashOnHand, codAssigned(state));
}

export function isNearLimit({ cashOnHand, cashLimit }: DriverState): boolean {
  return passesMark(cashOnHand, cashLimit);
}

/** Whether the limit was lowered below the projected cash. */
export function isOverLimit(state: DriverState): boolean {
  return exceedsLimit(cashProjected(state), state.cashLimit);
}

/** Whether projected cash exceeds the limit; false without a limit. */
export function exceedsLimit(projected: string, cashLimit: string | null | undefined): boolean {
  return cashLimit !== null && cashLimit !== undefined && compare(projected, cashLimit) > 0;
}

/** Whether cash on hand is near the limit; false without a limit. */
export function passesMark(cashOnHand: string, cashLimit: string | null | undefined): boolean {
  if (cashLimit === null || cashLimit === undefined) return false;
  return compare(cashOnHand, percent(cashLimit, NEAR_LIMIT_PERCENT)) > 0;
}
