import type { ReactNode } from 'react';
import { foldText } from './fold-text.ts';

export type CellValue = string | number | null;

export interface Column<T> {
  id: string;
  header: string;
  /** What the column is sorted and filtered by, and exported as. */
  value(row: T): CellValue;
  /** How it is shown; the value when left out. */
  cell?(row: T): ReactNode;
  /** Numbers stand at the end, under each other. */
  numeric?: boolean;
}

export interface Sorting {
  column: string;
  direction: 'ascending' | 'descending';
}

/** The rows in order; those without a value come last either way. Equal ones keep their order. */
export function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  sorting: Sorting | null,
  language: string,
): readonly T[] {
  const column = columns.find(({ id }) => id === sorting?.column);
  if (column === undefined || sorting === null) return rows;
  const collator = new Intl.Collator(language, { numeric: true });
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * collator.compare(String(a), String(b));
  });
}

/** Those rows that have every word somewhere. */
export function filterRows<T>(rows: readonly T[], columns: readonly Column<T>[], text: string): readonly T[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const folded = foldText(columns.map((column) => column.value(row) ?? '').join('\n'));
    return words.every((word) => folded.includes(word));
  });
}

/** RFC 4180, with the mark by which spreadsheets know UTF-8. A text is never taken for a formula. */
export function csvOf<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = rows.map((row) => columns.map((column) => csvCell(column.value(row))).join(','));
  return `\ufeff${[columns.map(({ header }) => csvCell(header)).join(','), ...lines].join('\r\n')}\r\n`;
}

function csvCell(value: CellValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
