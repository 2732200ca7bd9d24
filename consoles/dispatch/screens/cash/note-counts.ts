import { sum, times } from '../../parts/amounts.ts';

/** Qatar's notes and coins, in riyals, largest first. */
export const NOTES = ['500', '200', '100', '50', '10', '5', '1', '0.50', '0.25'] as const;
export type Note = (typeof NOTES)[number];

/** The text typed for each denomination. */
export type Counts = Partial<Record<Note, string>>;

/** Maximum count of one denomination in a hand-in: more is a typing error. */
export const MAX_COUNT = 10_000;

export type CountError = 'whole' | 'many';

/** Converts Arabic digits, which Arabic keyboards type. */
function latin(typed: string): string {
  return typed.trim().replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** The error in a count: it has to be a whole number. The typed text is kept. */
export function faultOf(typed: string | undefined): CountError | null {
  const text = latin(typed ?? '');
  if (text === '') return null;
  if (!/^\d+$/.test(text)) return 'whole';
  return Number(text) > MAX_COUNT ? 'many' : null;
}

/** The typed count; 0 while it is invalid. */
export function countOf(typed: string | undefined): number {
  return faultOf(typed) === null ? Number(latin(typed ?? '')) : 0;
}

/** The total as a decimal string. */
export function totalOf(counts: Counts): string {
  return sum(NOTES.map((note) => times(note, countOf(counts[note]))));
}
