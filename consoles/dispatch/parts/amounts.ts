/** A decimal string with two digits in whole dirhams: never through a JavaScript number. */
export function dirham(amount: string): bigint {
  const negative = amount.startsWith('-');
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const value = BigInt(whole || '0') * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  return negative ? -value : value;
}

function written(value: bigint): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}

export function times(amount: string, count: number): string {
  return written(dirham(amount) * BigInt(count));
}

export function sum(amounts: readonly string[]): string {
  return written(amounts.reduce((total, amount) => total + dirham(amount), 0n));
}

export function minus(one: string, other: string): string {
  return written(dirham(one) - dirham(other));
}

export function signOf(amount: string): -1 | 0 | 1 {
  const value = dirham(amount);
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

export function absolute(amount: string): string {
  return amount.replace('-', '');
}
