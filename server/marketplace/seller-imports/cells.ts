import { plainText } from '../../kernel/http/csv.ts';
import type { Violation } from './sheet.ts';

/** A parsed cell: its value, what is wrong with it, or null if it is empty. */
export type Cell<T> = { value: T } | { fault: Omit<Violation, 'column'> } | null;

const MAX_PIECES = 1_000_000;
const EXCEL_ERROR = /^#(?:N\/A|NAME\?|REF!|VALUE!|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|#+)$/;
/** 1.23E+11: a spreadsheet's display of a long number; the omitted digits are lost. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E[+-]?\d+$/i;
const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';
const DATE = new RegExp(
  `^(?:\\d{1,2}[-/ ](?:${MONTHS})(?:[-/ ]\\d{2,4})?|(?:${MONTHS})[-/ ]\\d{2,4}|\\d{1,4}[-/]\\d{1,2}[-/]\\d{1,4})$`,
  'i',
);

/** A cell's intended text: without surrounding blanks and without the apostrophe that marks text in spreadsheets. */
export function plain(cell: string | undefined): string {
  return plainText((cell ?? '').trim());
}

/** Converts both forms of Arabic digits, and Arabic separators, to ASCII. */
function western(text: string): string {
  return (
    text
      .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
      .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
      .replaceAll('٫', '.')
      .replaceAll('٬', ',')
      .replace(/[\s\u00a0\u200e\u200f]/g, '')
      // Some files also put the text marker in front of numbers.
      .replace(/^'/, '')
  );
}

/** Detects values damaged by a spreadsheet; null if undamaged. */
export function excelError(text: string): Omit<Violation, 'column'> | null {
  if (EXCEL_ERROR.test(text)) return { code: 'excel-error', value: text };
  if (SCIENTIFIC.test(text)) return { code: 'excel-number', value: text };
  return DATE.test(text) ? { code: 'excel-date', value: text } : null;
}

/** A price with two decimals, from `47.5`, `47,50`, `1,234.50`, `QAR 47.50` or `٤٧٫٥`. */
export function priceCell(cell: string | undefined): Cell<string> {
  const text = plain(cell);
  if (text === '') return null;
  const bare = western(text).replace(/^(?:QAR|QR)|(?:QAR|QR|ر\.ق\.?)$/gi, '');
  const thousands = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(',', '.');
  const [, whole = '', decimals = ''] = /^0*(\d{1,6})(?:\.(\d*?)0*)?$/.exec(thousands) ?? [];
  if (whole === '' || decimals.length > 2 || Number(`${whole}.${decimals}`) === 0)
    return { fault: excelError(text) ?? { code: 'price', value: text } };
  return { value: `${whole}.${decimals.padEnd(2, '0')}` };
}

/** A whole number in any digits; accepts `25.0`, which spreadsheets tend to write. */
export function wholeCell(cell: string | undefined, min: number): Cell<number> {
  const text = plain(cell);
  if (text === '') return null;
  const bare = western(text);
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(bare) ? bare.replaceAll(',', '') : bare.replace(/[.,]0+$/, '');
  const value = /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
  if (value >= min && value <= MAX_PIECES) return { value };
  return { fault: excelError(text) ?? { code: 'number', value: text, about: min } };
}

export function versionCell(cell: string | undefined): Cell<number> {
  const found = wholeCell(cell, 0);
  return found !== null && 'fault' in found
    ? { fault: { code: 'version', value: found.fault.value } }
    : found;
}

const YES = new Set(['true', 'yes', 'y', '1', 'on', 'نعم', 'صح', 'wahr', 'vrai']);
const NO = new Set(['false', 'no', 'n', '0', 'off', 'لا', 'خطأ', 'falsch', 'faux']);

export function booleanCell(cell: string | undefined): Cell<boolean> {
  const text = western(plain(cell)).toLowerCase();
  if (text === '') return null;
  if (YES.has(text)) return { value: true };
  return NO.has(text) ? { value: false } : { fault: { code: 'boolean', value: plain(cell) } };
}

/**
 * Whether a spreadsheet may have turned the text `known` into `given`: it drops leading zeros and rounds long numbers.
 */
export function mangled(given: string, known: string): boolean {
  if (!/^\d+$/.test(known)) return false;
  return SCIENTIFIC.test(given) || (/^0/.test(known) && given === known.replace(/^0+(?=\d)/, ''));
}

/** Compares texts regardless of line endings, which spreadsheets write in several ways. */
export function sameText(a: string, b: string): boolean {
  const bare = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim();
  return bare(a) === bare(b);
}

/** Reads a row's cells and collects their errors. */
export class CellReader {
  readonly faults: Violation[] = [];
  readonly #cells: Readonly<Record<string, string | undefined>>;

  constructor(cells: Readonly<Record<string, string | undefined>>) {
    this.#cells = cells;
  }

  /** Undefined for an empty cell and for one with an error. */
  read<T>(column: string, parse: (cell: string | undefined) => Cell<T>): T | undefined {
    const found = parse(this.#cells[column]);
    if (found === null) return undefined;
    if ('value' in found) return found.value;
    this.faults.push({ column, ...found.fault });
    return undefined;
  }

  text(column: string): string {
    return plain(this.#cells[column]);
  }

  has(column: string): boolean {
    return this.#cells[column] !== undefined;
  }

  fault(column: string | null, code: Violation['code'], about?: string | number): void {
    const value = column === null ? '' : this.text(column);
    this.faults.push({ column, code, value, ...(about === undefined ? {} : { about }) });
  }
}
