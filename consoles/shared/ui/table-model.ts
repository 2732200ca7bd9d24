import type { ReactNode } from 'react';
import { foldText } from './fold-text.ts';

export type CellValue = string | number | null;

export interface Column<T> {
  id: string;
  /** '' for a column without a heading. */
  header: string;
  /** The value for filtering, sorting and export; a column without it takes part in none of them. */
  value?(row: T): CellValue;
  /** The sort key if it is not the value: an amount in dirhams, a duration in seconds. */
  order?(row: T): number | bigint | null;
  /** How it is displayed; left out: the value. */
  cell?(row: T): ReactNode;
  /** Aligned to the end, so that digits are below each other. */
  numeric?: boolean;
  /** Contains sentences or lists: wide enough to keep rows low. */
  wordy?: boolean;
  /** This column identifies the row. */
  names?: boolean;
  /** Minimum width of the table in pixels for this column to be shown; it is filtered and exported in any case. */
  room?: number;
}

export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

/** A table's filter and sorting. */
export interface TableView {
  text: string;
  sorting: Sorting | null;
}

/** Sorts rows; those without a value come last either way. Stable. */
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

/** The rows that contain every word in some column. */
export function filterRows<T>(rows: readonly T[], columns: readonly Column<T>[], text: string): readonly T[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const folded = foldText(columns.map((column) => column.value?.(row) ?? '').join('\n'));
    return words.every((word) => folded.includes(word));
  });
}

/**
 * CSV by RFC 4180, with the byte order mark by which spreadsheets recognise UTF-8. A text is never evaluated as a
 * formula.
 */
export function csvOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const told = columns.flatMap(({ header, value }) => (value === undefined ? [] : [{ header, value }]));
  const lines = [
    told.map(({ header }) => csvCell(header)),
    ...rows.map((row) => told.map(({ value }) => csvCell(value(row)))),
  ];
  return `\ufeff${lines.map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

/** A minus before digits is an amount; any other text that begins like a formula is escaped. */
const AMOUNT = /^-\d+(\.\d+)?$/;
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) && !AMOUNT.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
