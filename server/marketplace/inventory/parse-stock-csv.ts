import { plainText } from '../../kernel/http/csv.ts';
import { CsvFault, type CsvRecord, csvRecords } from '../../kernel/http/csv-records.ts';

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
/** Rows with those that have nothing in them, which spreadsheets leave at the end. */
const MAX_ROWS_READ = 10_000;
const FORM = { maxRowCharacters: 4_096, maxRows: MAX_ROWS_READ, trim: true };
const COLUMNS = { sku: 'sku', warehouse: 'warehouse', onhand: 'onHand', version: 'version' } as const;

type StockColumn = (typeof COLUMNS)[keyof typeof COLUMNS];
const COLUMN_NAMES = Object.values(COLUMNS);

/**
 * Reads a file with the columns sku, onHand and maybe warehouse and version, in any order, whatever the case of their
 * names; others are left out. Separated by commas, semicolons or tabs; with or without a byte order mark and quotes.
 */
export async function parseStockCsv(text: string): Promise<StockCsv> {
  const found: CsvRecord[] = [];
  try {
    for await (const record of csvRecords(text, FORM)) {
      found.push(record);
      if (found.length > MOST_ROWS + 1) return tooManyRows();
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return error.code === 'too-long' ? tooManyRows() : { rows: [], faults: [unreadable(error)] };
  }
  const [head, ...rest] = found;
  if (head === undefined || rest.length === 0)
    return onlyFault(1, 'empty', 'Put a line of column names first, then a line for each level.');
  const columns = head.cells.map(columnOf);
  const missing = (['sku', 'onHand'] as const).filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    const faults = missing.map((column) => fault(1, column, 'column-missing', `Name a column ${column}.`));
    return { rows: [], faults };
  }
  const twice = COLUMN_NAMES.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name));
  if (twice !== undefined) return onlyFault(1, 'column-twice', `Name the column ${twice} once.`);
  const read = rest.map(({ cells, line }) => {
    const cell = (column: StockColumn) => cells[columns.indexOf(column)] ?? '';
    return readRow(cell, line);
  });
  return { rows: read.flatMap(({ row }) => row ?? []), faults: read.flatMap(({ faults }) => faults) };
}

function tooManyRows(): StockCsv {
  return onlyFault(1, 'too-many-rows', `Send ${MOST_ROWS} lines at most, in several files if need be.`);
}

/** Null for one that is left out. */
function columnOf(name: string): StockColumn | null {
  const plain = name.toLowerCase().replace(/[\s_-]/g, '');
  return Object.hasOwn(COLUMNS, plain) ? COLUMNS[plain as keyof typeof COLUMNS] : null;
}

function readRow(
  cell: (column: StockColumn) => string,
  line: number,
): { row: StockCsvRow | null; faults: StockCsvFault[] } {
  const sku = plainText(cell('sku'));
  const [warehouse, onHand, version] = [cell('warehouse'), cell('onHand'), cell('version')];
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

function unreadable({ line }: CsvFault): StockCsvFault {
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
