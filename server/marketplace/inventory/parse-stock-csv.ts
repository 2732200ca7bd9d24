import { CsvError, parse } from 'csv-parse/sync';
import { plainText } from '../../kernel/http/csv.ts';

/** One line of a file of counted stock. */
export interface StockCsvRow {
  /** In the file, from 1 on; the names of the columns stand in the first. */
  line: number;
  sku: string;
  /** Id or name; empty when the file does not say. */
  warehouse: string;
  onHand: number;
  /** That was counted; null when the file does not say. */
  version: number | null;
}

/** What is wrong in a file, where, and what to do about it. */
export interface StockCsvFault {
  line: number;
  column: 'sku' | 'warehouse' | 'onHand' | 'version' | null;
  code: string;
  message: string;
}

export interface StockCsv {
  rows: StockCsvRow[];
  faults: StockCsvFault[];
}

export const MOST_ROWS = 5_000;
const MOST_ON_HAND = 1_000_000;
const MOST_LETTERS = 200;
const DELIMITERS = [',', ';', '\t'] as const;
const COLUMNS = { sku: 'sku', warehouse: 'warehouse', onhand: 'onHand', version: 'version' } as const;

const COLUMN_NAMES = Object.values(COLUMNS);

interface CsvRecord {
  record: Record<string, string>;
  info: { lines: number };
}

/**
 * Reads a file with the columns sku, onHand and maybe warehouse and version, in any order, whatever the case of their
 * names; others are left out. Separated by commas, semicolons or tabs; with or without a byte order mark and quotes.
 */
export function parseStockCsv(text: string): StockCsv {
  const found: CsvRecord[] = [];
  const columns: string[] = [];
  try {
    found.push(...(parse(text, optionsFor(text, columns)) as unknown as CsvRecord[]));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { rows: [], faults: [unreadable(error)] };
  }
  if (found.length === 0)
    return onlyFault(1, 'empty', 'Put a line of column names first, then a line for each level.');
  if (found.length > MOST_ROWS)
    return onlyFault(1, 'too-many-rows', `Send ${MOST_ROWS} lines at most, in several files if need be.`);
  const missing = (['sku', 'onHand'] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const faults = missing.map((column) => fault(1, column, 'column-missing', `Name a column ${column}.`));
    return { rows: [], faults };
  }
  const twice = COLUMN_NAMES.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (twice !== undefined) return onlyFault(1, 'column-twice', `Name the column ${twice} once.`);
  const read = found.map(({ record, info }) => readRow(record, info.lines));
  return { rows: read.flatMap(({ row }) => row ?? []), faults: read.flatMap(({ faults }) => faults) };
}

/** @param columns Is given the columns that the first line names. */
function optionsFor(text: string, columns: string[]) {
  return {
    bom: true,
    columns: (names: string[]) => {
      columns.push(...names.map(columnOf));
      return columns;
    },
    delimiter: delimiterOf(text),
    info: true,
    max_record_size: 4_096,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    to: MOST_ROWS + 1,
    trim: true,
  };
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function columnOf(name: string): string {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '');
  return plain in COLUMNS ? COLUMNS[plain as keyof typeof COLUMNS] : `other ${name}`;
}

function readRow(
  record: Record<string, string>,
  line: number,
): { row: StockCsvRow | null; faults: StockCsvFault[] } {
  const { warehouse = '', onHand = '', version = '' } = record;
  const sku = plainText(record.sku ?? '');
  const pieces = wholeNumber(onHand);
  const counted = version === '' ? null : wholeNumber(version);
  const faults = [
    ...(sku === '' ? [fault(line, 'sku', 'missing', 'Name the SKU of one of your offers.')] : []),
    ...(pieces === null || pieces > MOST_ON_HAND
      ? [fault(line, 'onHand', 'number', `Give whole pieces from 0 to ${MOST_ON_HAND}, without separators.`)]
      : []),
    ...(version !== '' && counted === null
      ? [fault(line, 'version', 'number', 'Leave the version as the list of stock has it, or leave it out.')]
      : []),
    ...([sku, warehouse].some((word) => word.length > MOST_LETTERS)
      ? [fault(line, null, 'too-long', `No field has more than ${MOST_LETTERS} characters.`)]
      : []),
  ];
  return {
    row:
      faults.length > 0 || pieces === null
        ? null
        : { line, sku, warehouse, onHand: pieces, version: counted },
    faults,
  };
}

/** In Western or Arabic digits; null for anything else. */
function wholeNumber(text: string): number | null {
  const western = text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)));
  return /^\d{1,9}$/.test(western) ? Number(western) : null;
}

function unreadable(error: CsvError): StockCsvFault {
  const line = typeof error.lines === 'number' ? error.lines : 1;
  return fault(line, null, 'unreadable', 'Close every quote, and separate fields as in the first line.');
}

function onlyFault(line: number, code: string, message: string): StockCsv {
  return { rows: [], faults: [fault(line, null, code, message)] };
}

export function fault(
  line: number,
  column: StockCsvFault['column'],
  code: string,
  message: string,
): StockCsvFault {
  return { line, column, code, message };
}
