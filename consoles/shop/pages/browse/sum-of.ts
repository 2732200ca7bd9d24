/** Of decimal strings with two decimals: whole fractions are added, so that none is lost. */
export function sumOf(...amounts: string[]): string {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '')), 0n);
  const digits = String(sum).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
