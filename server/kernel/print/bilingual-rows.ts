import type { Locale } from '../texts/locale.ts';
import type { BilingualDocument, Box, TextStyle } from './bilingual-document.ts';

/** A text in both languages. */
export type Bilingual = Record<Locale, string>;

/** A value with its label in both languages. */
export interface Fact {
  label: Bilingual;
  value: string;
}

export const SMALL: TextStyle = { size: 9, weight: 'regular', direction: 'ltr' };
export const STRONG: TextStyle = { ...SMALL, weight: 'bold' };
export const TITLE: TextStyle = { size: 17, weight: 'bold', direction: 'ltr' };
/** Points between sections, and between the two languages. */
export const GAP = 14;
const PADDING = 4;

/** English at the left, Arabic at the right. */
export function drawPair(document: BilingualDocument, { en, ar }: Bilingual, style: TextStyle): void {
  const half = (document.width - GAP) / 2;
  const left = document.text(en, { x: document.left, width: half }, style);
  const box = { x: document.left + half + GAP, width: half };
  const right = document.text(ar, box, { ...style, direction: 'rtl' });
  document.y += Math.max(left, right) + PADDING;
}

/** The label on both sides, its value between them. */
export function drawFact(document: BilingualDocument, { label, value }: Fact, style: TextStyle): void {
  const third = document.width / 3;
  const box = (column: number): Box => ({ x: document.left + column * third, width: third });
  const right: TextStyle = { ...style, direction: 'rtl' };
  const height = Math.max(
    document.height(label.en, third, style),
    document.height(value, third, style),
    document.height(label.ar, third, right),
  );
  document.need(height + 2 * PADDING);
  document.text(label.en, box(0), style, PADDING);
  document.text(value, box(1), { ...style, align: 'center' }, PADDING);
  document.text(label.ar, box(2), right, PADDING);
  document.y += height + 2 * PADDING;
  document.rule();
}

/**
 * One table row: the item, Arabic below English, and its numbers. A heading is bilingual in every column.
 * @param widths Points, of the columns after the first, which takes the rest.
 */
export function drawRow(
  document: BilingualDocument,
  item: Bilingual,
  numbers: readonly (string | Bilingual)[],
  style: TextStyle,
  widths: readonly number[],
): void {
  const width = document.width - widths.reduce((sum, column) => sum + column, 0);
  const first = { x: document.left, width };
  const arabic: TextStyle = { ...style, direction: 'rtl' };
  const english = document.height(item.en, width, style);
  const below = [
    { text: item.ar, width },
    ...numbers.map((value, at) => ({
      text: typeof value === 'string' ? '' : value.ar,
      width: widths[at] ?? 0,
    })),
  ].filter(({ text }) => text !== '');
  const height =
    english + Math.max(0, ...below.map((each) => document.height(each.text, each.width, arabic)));
  document.need(height + 2 * PADDING);
  document.text(item.en, first, style, PADDING);
  document.text(item.ar, first, arabic, PADDING + english);
  let x = document.left + width;
  numbers.forEach((value, index) => {
    const box = { x, width: widths[index] ?? 0 };
    const [top, bottom] = typeof value === 'string' ? [value, ''] : [value.en, value.ar];
    document.text(top, box, { ...style, align: 'end' }, PADDING);
    document.text(bottom, box, arabic, PADDING + english);
    x += box.width;
  });
  document.y += height + 2 * PADDING;
  document.rule();
}
