import { Decimal } from 'decimal.js';

/** The range of numeric(12,2): ten digits before the point. In hundredths, like every integer in this file. */
const LIMIT = 999_999_999_999;
const AMOUNT = /^-?\d+(\.\d{1,2})?$/;

/**
 * Amounts are decimal strings in QAR ("25.00") everywhere. Only this file converts them to numbers: integers of
 * hundredths, which doubles represent exactly up to 9,000 times the limit. Every result has two decimals.
 * @throws RangeError unless the amount is finite, has at most two decimals and fits numeric(12,2).
 */
function parse(amount: string): number {
  if (!AMOUNT.test(amount)) throw new RangeError(`not an amount: ${JSON.stringify(amount)}`);
  const point = amount.indexOf('.');
  if (point < 0) return within(Number(amount) * 100);
  const digits = Number(amount.slice(0, point) + amount.slice(point + 1));
  return within(amount.length - point === 3 ? digits : digits * 10);
}

function within(hundredths: number): number {
  if (Math.abs(hundredths) > LIMIT)
    throw new RangeError(`amount beyond numeric(12,2): ${new Decimal(hundredths).div(100).toFixed()}`);
  return hundredths;
}

function format(hundredths: number): string {
  const digits = String(Math.abs(within(hundredths))).padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

export const ZERO = '0.00';

/** The sum; zero without amounts. */
export function add(...amounts: readonly string[]): string {
  let total = 0;
  for (const amount of amounts) total += parse(amount);
  return format(total);
}

export function subtract(amount: string, less: string): string {
  return format(parse(amount) - parse(less));
}

export function negate(amount: string): string {
  return format(-parse(amount));
}

export function absolute(amount: string): string {
  return format(Math.abs(parse(amount)));
}

/** @param times A whole number, e.g. a line's quantity. */
export function multiply(amount: string, times: number): string {
  if (!Number.isSafeInteger(times)) throw new RangeError(`not a whole number: ${times}`);
  // If the product is too large to be exact, it is beyond the limit as well.
  return format(parse(amount) * times);
}

/**
 * A percentage of the amount, rounded once to two decimals, half away from zero.
 * @param rate Percent as a decimal string, e.g. "10.00".
 */
export function percent(amount: string, rate: string): string {
  return format(
    new Decimal(parse(amount)).times(rate).div(100).toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber(),
  );
}

/**
 * Divides an amount in proportion to the weights, so that the parts add up to it: each part is rounded down to two
 * decimals, and the remaining hundredths go to the largest remainders, the earlier of equal ones first. Without
 * weights, there are no parts.
 * @param weights Zero or more, not all zero unless the amount is.
 */
export function apportion(amount: string, weights: readonly string[]): string[] {
  const total = new Decimal(parse(amount));
  const shares = weights.map((weight) => new Decimal(parse(weight)));
  const sum = shares.reduce((so, share) => so.plus(share), new Decimal(0));
  const exact = shares.map((share) => (sum.isZero() ? new Decimal(0) : total.times(share).div(sum)));
  const parts = exact.map((part) => part.floor());
  const left = total.minus(parts.reduce((so, part) => so.plus(part), new Decimal(0))).toNumber();
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part.minus(part.floor()) }))
    .sort((one, other) => other.remainder.comparedTo(one.remainder) || one.index - other.index);
  const favoured = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => format(part.toNumber() + (favoured.has(index) ? 1 : 0)));
}

/** Negative, zero or positive as `left` is less than, equal to or greater than `right`. */
export function compare(left: string, right: string): -1 | 0 | 1 {
  const difference = parse(left) - parse(right);
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

export function isZero(amount: string): boolean {
  return parse(amount) === 0;
}

/** The same amount with exactly two decimals: "5" and "5.0" become "5.00". */
export function normalise(amount: string): string {
  return format(parse(amount));
}
