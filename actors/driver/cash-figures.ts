import { add, compare, percent } from '../money/money.ts';
import type { DriverState } from './state.ts';

/** Percent of the cash limit beyond which the driver is asked to hand in. */
export const NEAR_LIMIT_PERCENT = '80';

/** Promised and not yet collected: it counts against the cash limit like cash on hand. */
export function codAssigned({ reservations, work }: DriverState): string {
  const uncollected = Object.values(work).filter((task) => task.collected === undefined);
  return add(...[...Object.values(reservations), ...uncollected].map(({ cod }) => cod));
}

/** What the driver will hold when everything promised is collected: no new task takes it over the limit. */
export function cashProjected(state: DriverState): string {
  return add(state.cashOnHand, codAssigned(state));
}

export function isNearLimit({ cashOnHand, cashLimit }: DriverState): boolean {
  return passesMark(cashOnHand, cashLimit);
}

/** The limit was lowered below what is projected. */
export function isOverLimit(state: DriverState): boolean {
  return exceedsLimit(cashProjected(state), state.cashLimit);
}

/** Whether what a driver will hold is more than the limit; without a limit nothing is. */
export function exceedsLimit(projected: string, cashLimit: string | null | undefined): boolean {
  return cashLimit !== null && cashLimit !== undefined && compare(projected, cashLimit) > 0;
}

/** Whether so much cash is near a limit; without a limit nothing is. */
export function passesMark(cashOnHand: string, cashLimit: string | null | undefined): boolean {
  if (cashLimit === null || cashLimit === undefined) return false;
  return compare(cashOnHand, percent(cashLimit, NEAR_LIMIT_PERCENT)) > 0;
}
