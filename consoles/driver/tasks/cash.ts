/** Qatar's notes and coins that drivers handle, in dirhams (a hundredth of a riyal), largest first. */
export const DENOMINATIONS: readonly number[] = [50_000, 20_000, 10_000, 5_000, 1_000, 500, 100, 50, 25];

/** Number of pieces by denomination. */
export type Pieces = { readonly [dirhams: number]: number };

/** Dirhams of a decimal string such as "115.00". Throws RangeError for anything else. */
export function dirhams(amount: string): number {
  const parts = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount);
  if (parts === null) throw new RangeError(`not an amount: ${amount}`);
  const [, riyals = '0', rest = ''] = parts;
  return Number(riyals) * 100 + Number(rest.padEnd(2, '0'));
}

/** The decimal string of an amount in dirhams. */
export function amountOf(dirhams: number): string {
  const [riyals, rest] = [Math.trunc(dirhams / 100), dirhams % 100];
  return `${riyals}.${String(rest).padStart(2, '0')}`;
}

export function sumOf(pieces: Pieces): number {
  return DENOMINATIONS.reduce((sum, each) => sum + each * (pieces[each] ?? 0), 0);
}

/** The change in as few pieces as possible; up to 24 dirhams remain, for which there is no coin. */
export function changeFor(
  due: number,
  given: number,
): { change: number; pieces: { [dirhams: number]: number } } {
  const change = Math.max(0, given - due);
  const pieces: { [dirhams: number]: number } = {};
  let left = change;
  for (const each of DENOMINATIONS) {
    const count = Math.floor(left / each);
    if (count > 0) pieces[each] = count;
    left -= count * each;
  }
  return { change, pieces };
}

/** Amounts a buyer is likely to hand over: the exact one, then the next full notes. */
export function likelyPayments(due: number): number[] {
  const notes = [1_000, 5_000, 10_000, 20_000, 50_000];
  const rounded = notes.map((note) => Math.ceil(due / note) * note);
  return [...new Set([due, ...rounded])].sort((a, b) => a - b).slice(0, 5);
}
