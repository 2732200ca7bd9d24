import type { ReactNode } from 'react';
import { foldText } from './fold-text.ts';

export type CellValue = string | number | null;

export interface Column<T> {
  id: string;
  /** '' for one that needs no name. */
  header: string;
  /** What it is filtered by and exported as; without it, it is neither, nor is anything sorted by it. */
  value?(row: T): CellValue;
  /** What it is sorted by where that is not the value: an amount in dirham, a duration in seconds. */
  order?(row: T): number | bigint | null;
  /** How it is shown; the value when left out. */
  cell?(row: T): ReactNode;
  /** Numbers stand at the end, under each other. */
  numeric?: boolean;
  /** Sentences or lists: wide enough that a row stays a row. */
  wordy?: boolean;
  /** It says which row this is. */
  names?: boolean;
  /** Pixels the table needs to be wide for it to be shown; filters and exports have it all the same. */
  room?: number;
}

export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

/** What is shown of a table: words that rows must have, and their order. */
export interface TableView {
  text: string;
  sorting: Sorting | null;
}

/** The rows in order; those without a value come last either way. Equal ones keep their order. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sorting: Sorting | null,
  language: string,
): readonly T[] {
  const column = columns.find(({ id }) => id === sorting?.column);
  const by = column?.order ?? column?.value;
  if (by === undefined || sorting === null) return rows;
  const collator = new Intl.Collator(language, { numeric: true });
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows
    .map((row) => ({ row, key: by(row) }))
    .sort(({ key: one }, { key: other }) => {
      if (one === null || other === null) return Number(one === null) - Number(other === null);
      if (typeof one === 'string' || typeof other === 'string')
        return sign * collator.compare(String(one), String(other));
      return one < other ? -sign : one > other ? sign : 0;
    })
    .map(({ row }) => row);
}

/** Those rows that have every word somewhere. */
export function filterRows<T>(rows: readonly T[], columns: readonly Column<T>[], text: string): readonly T[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const folded = foldText(columns.map((column) => column.value?.(row) ?? '').join('\n'));
    return words.every((word) => folded.includes(word));
  });
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. A text is never taken for a formula. */
export function csvOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const told = columns.flatMap(({ header, value }) => (value === undefined ? [] : [{ header, value }]));
  const lines = [
    told.map(({ header }) => csvCell(header)),
    ...rows.map((row) => told.map(({ value }) => csvCell(value(row)))),
  ];
  return `\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** A minus before digits is an amount; anything else that begins like a formula is made a text. */
const AMOUNT = /^-\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) && !AMOUNT.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
