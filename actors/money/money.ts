import { Decimal } from 'decimal.js';

/** numeric(12,2): ten digits before the point. */
const LIMIT = new Decimal('9999999999.99');

/**
 * Amounts are decimal strings in QAR ("25.00") everywhere; only this file turns them into numbers, and
 * exact ones. Every result has two decimals.
 * @throws RangeError for what is no amount: not finite, more than two decimals, or beyond numeric(12,2).
 */
function parse(amount: string): Decimal {
  const value = /^-?\d+(\.\d{1,2})?$/.test(amount) ? new Decimal(amount) : new Decimal(Number.NaN);
  if (value.isNaN()) throw new RangeError(`not an amount: ${JSON.stringify(amount)}`);
  return within(value);
}

function within(value: Decimal): Decimal {
  if (value.abs().gt(LIMIT)) throw new RangeError(`amount beyond numeric(12,2): ${value.toFixed()}`);
  return value;
}

function format(value: Decimal): string {
  // Zero has no sign: "-0.00" would be another string for the same amount.
  return value.isZero() ? '0.00' : within(value).toFixed(2);
}

export const ZERO = '0.00';

/** The sum; no amounts make zero. */
export function add(...amounts: readonly string[]): string {
  return format(amounts.reduce((total, amount) => total.plus(parse(amount)), new Decimal(0)));
}

export function subtract(amount: string, less: string): string {
  return format(parse(amount).minus(parse(less)));
}

export function negate(amount: string): string {
  return format(parse(amount).negated());
}

export function absolute(amount: string): string {
  return format(parse(amount).abs());
}

/** @param times A whole number, e.g. a line's quantity. */
export function multiply(amount: string, times: number): string {
  if (!Number.isSafeInteger(times)) throw new RangeError(`not a whole number: ${times}`);
  return format(parse(amount).times(times));
}

/**
 * So many percent of the amount, rounded once, half up (away from zero), to two decimals.
 * @param rate Percent as a decimal string, e.g. "10.00".
 */
export function percent(amount: string, rate: string): string {
  return format(parse(amount).times(rate).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP));
}

/**
 * Divides an amount in proportion to the weights, so that the parts add up to it: each is rounded down to two
 * decimals, and what is left goes to the largest remainders, of equal ones to the earlier. No weights, no parts.
 * @param weights Zero or more, not all zero unless the amount is.
 */
export function apportion(amount: string, weights: readonly string[]): string[] {
  const total = parse(amount).times(100);
  const shares = weights.map(parse);
  const sum = shares.reduce((so, share) => so.plus(share), new Decimal(0));
  const exact = shares.map((share) => (sum.isZero() ? new Decimal(0) : total.times(share).div(sum)));
  const parts = exact.map((part) => part.floor());
  const left = total.minus(parts.reduce((so, part) => so.plus(part), new Decimal(0))).toNumber();
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part.minus(part.floor()) }))
    .sort((one, other) => other.remainder.comparedTo(one.remainder) || one.index - other.index);
  const favoured = new Set(byRemainder.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => format(part.plus(favoured.has(index) ? 1 : 0).div(100)));
}

/** As most amounts stand, and no longer than may be: then the longer one is more, and of equal length the later one. */
const PLAIN = /^(0|[1-9]\d{0,9})\.\d\d$/;

/** Negative, zero or positive as `left` is less than, equal to or more than `right`. */
export function compare(left: string, right: string): -1 | 0 | 1 {
  if (PLAIN.test(left) && PLAIN.test(right)) {
    if (left.length !== right.length) return left.length < right.length ? -1 : 1;
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const difference = parse(left).comparedTo(parse(right));
  return difference < 0 ? -1 : difference > 0 ? 1 : 0;
}

export function isZero(amount: string): boolean {
  return parse(amount).isZero();
}

/** The same amount with exactly two decimals: "5" and "5.0" become "5.00". */
export function normalise(amount: string): string {
  return format(parse(amount));
}
