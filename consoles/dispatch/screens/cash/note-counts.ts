import { sum, times } from '../../parts/amounts.ts';

/** Qatar's notes and coins, in riyal, largest first. */
export const NOTES = ['500', '200', '100', '50', '10', '5', '1', '0.50', '0.25'] as const;
export type Note = (typeof NOTES)[number];

/** What was typed for each note, as it was typed. */
export type Counts = Partial<Record<Note, string>>;

/** Of one note in one hand-in: more is a slip of the hand. */
export const MAX_COUNT = 10_000;

export type CountError = 'whole' | 'many';

/** Arabic keyboards type Arabic digits. */
function latin(typed: string): string {
  return typed.trim().replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** What is wrong with a count: half notes do not exist, and nothing that was typed is changed. */
export function faultOf(typed: string | undefined): CountError | null {
  const text = latin(typed ?? '');
  if (text === '') return null;
  if (!/^\d+$/.test(text)) return 'whole';
  return Number(text) > MAX_COUNT ? 'many' : null;
}

/** How many there are; none while the count is at fault. */
export function countOf(typed: string | undefined): number {
  return faultOf(typed) === null ? Number(latin(typed ?? '')) : 0;
}

/** Decimal string. */
export function totalOf(counts: Counts): string {
  return sum(NOTES.map((note) => times(note, countOf(counts[note]))));
}
