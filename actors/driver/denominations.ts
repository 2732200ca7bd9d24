import { add, multiply } from '../money/money.ts';

/** The notes and coins of the Qatari riyal that are counted, largest first. */
export const DENOMINATIONS = ['500', '200', '100', '50', '10', '5', '1', '0.50', '0.25'] as const;

/** A number of notes or coins of one value. */
export type Denomination = { value: (typeof DENOMINATIONS)[number]; count: number };

export function amountOf({ value, count }: Denomination): string {
  return multiply(value, count);
}

export function totalOf(denominations: readonly Denomination[]): string {
  return add(...denominations.map(amountOf));
}
