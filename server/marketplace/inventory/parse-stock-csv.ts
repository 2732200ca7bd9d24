import { plainText } from '../../kernel/http/csv.ts';
import { CsvReadError, type CsvRecord, csvRecords } from '../../kernel/http/csv-records.ts';

/** One line of a file of counted stock. */
export interface StockCsvRow {
  /** Line number from 1; the first line contains the column names. */
  line: number;
  sku: string;
  /** Id or name; empty if not given. */
  warehouse: string;
  onHand: number;
  /** The counted version; null if not given. */
  version: number | null;
}

/** An error in a file: where, and what to do about it. */
export interface StockCsvViolation {
  line: number;
  column: 'sku' | 'warehouse' | 'onHand' | 'version' | null;
  code: string;
  message: string;
}

export interface StockCsv {
  rows: StockCsvRow[];
  faults: StockCsvViolation[];
}

export const MAX_ROWS = 5_000;
const MAX_ON_HAND = 1_000_000;
const MAX_CHARACTERS = 200;
/** Rows including the empty ones that spreadsheets leave at the end. */
const MAX_ROWS_READ = 10_000;
const FORM = { maxRowCharacters: 4_096, maxRows: MAX_ROWS_READ, trim: true };
const COLUMNS = { sku: 'sku', warehouse: 'warehouse', onhand: 'onHand', version: 'version' } as const;

type StockColumn = (typeof COLUMNS)[keyof typeof COLUMNS];
const COLUMN_NAMES = Object.values(COLUMNS);

/**
 * Parses a file with the columns sku, onHand and optionally warehouse and version, in any order and case; other columns
 * are ignored. Separated by commas, semicolons or tabs; with or without byte order mark and quotes.
 */
export async function parseStockCsv(text: string): Promise<StockCsv> {
  const found: CsvRecord[] = [];
  try {
    for await (const record of csvRecords(text, FORM)) {
      found.push(record);
      if (found.length > MAX_ROWS + 1) return tooManyRows();
    }
  } catch (error) {
    if (!(error instanceof CsvReadError)) throw error;
    return error.code === 'too-long' ? tooManyRows() : { rows: [], faults: [unreadable(error)] };
  }
  const [head, ...rest] = found;
  if (head === undefined || rest.length === 0)
    return onlyViolation(
      1,
      'empty',
      'Put the column names in the first line, then one line per stock level.',
    );
  const columns = head.cells.map(columnOf);
  const missing = (['sku', 'onHand'] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const faults = missing.map((column) =>
      fault(1, column, 'column-missing', `Add a column named ${column}.`),
    );
    return { rows: [], faults };
  }
  const twice = COLUMN_NAMES.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (twice !== undefined)
    return onlyViolation(1, 'column-twice', `The column ${twice} appears twice. Keep one.`);
  const read = rest.map(({ cells, line }) => {
    const cell = (column: StockColumn) => cells[columns.indexOf(column)] ?? '';
    return readRow(cell, line);
  });
  return { rows: read.flatMap(({ row }) => row ?? []), faults: read.flatMap(({ faults }) => faults) };
}

function tooManyRows(): StockCsv {
  return onlyViolation(
    1,
    'too-many-rows',
    `Send at most ${MAX_ROWS} lines per file, in several files if necessary.`,
  );
}

/** Null for an ignored column. */
function columnOf(name: string): StockColumn | null {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '');
  return Object.hasOwn(COLUMNS, plain) ? COLUMNS[plain as keyof typeof COLUMNS] : null;
}

function readRow(
  cell: (column: StockColumn) => string,
  line: number,
): { row: StockCsvRow | null; faults: StockCsvViolation[] } {
  const sku = plainText(cell('sku'));
  const [warehouse, onHand, version] = [cell('warehouse'), cell('onHand'), cell('version')];
  const pieces = wholeNumber(onHand);
  const counted = version === '' ? null : wholeNumber(version);
  const faults = [
    ...(sku === '' ? [fault(line, 'sku', 'missing', 'Enter the SKU of one of your offers.')] : []),
    ...(pieces === null || pieces > MAX_ON_HAND
      ? [
          fault(
            line,
            'onHand',
            'number',
            `Enter a whole number from 0 to ${MAX_ON_HAND}, without separators.`,
          ),
        ]
      : []),
    ...(version !== '' && counted === null
      ? [fault(line, 'version', 'number', 'Leave the version as in the stock list, or leave it empty.')]
      : []),
    ...([sku, warehouse].some((word) => word.length > MAX_CHARACTERS)
      ? [fault(line, null, 'too-long', `A field can have at most ${MAX_CHARACTERS} characters.`)]
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

/** Western or Arabic digits; null for anything else. */
function wholeNumber(text: string): number | null {
  const western = text.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)));
  return /^\d{1,9}$/.test(western) ? Number(western) : null;
}

function unreadable({ line }: CsvReadError): StockCsvViolation {
  return fault(line, null, 'unreadable', 'Close every quote, and separate fields as in the first line.');
}

function onlyViolation(line: number, code: string, message: string): StockCsv {
  return { rows: [], faults: [fault(line, null, code, message)] };
}

export function fault(
  line: number,
  column: StockCsvViolation['column'],
  code: string,
  message: string,
): StockCsvViolation {
  return { line, column, code, message };
}
