/** An amount that is taken off, with its sign. */
export function lessened(amount: string): string {
  return isNothing(amount) ? amount : `-${amount}`;
}

export function isNothing(amount: string): boolean {
  return /^0+(\.0+)?$/.test(amount);
}

/** "10" of "10.00", "7.5" of "7.50". */
export function shortRate(rate: string): string {
  return rate.replace(/\.?0+$/, '');
}
