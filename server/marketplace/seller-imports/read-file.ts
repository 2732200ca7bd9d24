import { CsvReadError, type CsvRecord, csvRecords } from '../../kernel/http/csv-records.ts';
import type { Sheet } from './sheet.ts';
import type { FileErrorCode } from './violation-texts.ts';

/** Most rows of a file, without the header. */
export const MAX_ROWS = 20_000;
/** Most rows including the empty ones that spreadsheets leave at the end. */
const MAX_ROWS_READ = 50_000;
const MAX_COLUMNS = 500;
const MAX_CELL_CHARACTERS = 8_000;
const MAX_ROW_CHARACTERS = 100_000;
const FORM = { maxRowCharacters: MAX_ROW_CHARACTERS, maxRows: MAX_ROWS_READ, relaxQuotes: true };

export interface ReadFile {
  columns: string[];
  ignored: string[];
  rows: { row: number; unit: number; cells: string[]; tooManyCells: boolean }[];
}

/** A file that cannot be read at all, and why. */
export class UnreadableFile extends Error {
  readonly code: FileErrorCode;
  readonly about: string | number;

  constructor(code: FileErrorCode, about: string | number = '') {
    super(`${code} ${about}`);
    this.code = code;
    this.about = about;
  }
}

/**
 * Reads a file by its header, in any case and order; separated by commas, semicolons or tabs; with or without byte
 * order mark, quotes and a `sep=;` line. Omits empty rows. Throws UnreadableFile.
 */
export async function readFile(text: string, sheet: Sheet): Promise<ReadFile> {
  // Invalid UTF-8 has become U+FFFD; UTF-16 shows as zero characters.
  if (text.includes('\ufffd') || text.includes('\0')) throw new UnreadableFile('encoding');
  try {
    return await readRecords(csvRecords(text, FORM), sheet);
  } catch (error) {
    if (!(error instanceof CsvReadError)) throw error;
    if (error.code === 'too-long') throw new UnreadableFile('too-many-rows', MAX_ROWS);
    throw new UnreadableFile('unreadable', error.row);
  }
}

async function readRecords(records: AsyncIterable<CsvRecord>, sheet: Sheet): Promise<ReadFile> {
  let head: Head | null = null;
  const rows: ReadFile['rows'] = [];
  const units = new Map<string, number>();
  for await (const { row, cells: given } of records) {
    if (head === null) {
      head = readHead(given, sheet);
      continue;
    }
    if (rows.length === MAX_ROWS) throw new UnreadableFile('too-many-rows', MAX_ROWS);
    if (given.some((cell) => cell.length > MAX_CELL_CHARACTERS)) throw new UnreadableFile('unreadable', row);
    const { columns, places, width } = head;
    const cells = places.map((place) => given[place] ?? '');
    const key = sheet.keyOf(Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
    const unit = units.get(key) ?? units.size;
    units.set(key, unit);
    const tooManyCells = given.slice(width).some((cell) => cell.trim() !== '');
    rows.push({ row, unit, cells, tooManyCells });
  }
  if (head === null || rows.length === 0) throw new UnreadableFile('empty');
  return { columns: head.columns, ignored: head.ignored, rows };
}

interface Head {
  columns: string[];
  /** Index of each column in a row. */
  places: number[];
  ignored: string[];
  /** Cells in the first row. */
  width: number;
}

/** Interprets the header. Throws UnreadableFile. */
function readHead(names: readonly string[], sheet: Sheet): Head {
  if (names.filter((name) => name.trim() !== '').length > MAX_COLUMNS)
    throw new UnreadableFile('too-many-columns', MAX_COLUMNS);
  const known = names.map((name) => columnOf(name, sheet));
  const columns = known.filter((name) => name !== null);
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile('column-twice', twice);
  const missing = sheet.needed.find((choice) => !choice.some((name) => columns.includes(name)));
  if (missing !== undefined) throw new UnreadableFile('column-missing', missing.join(' / '));
  const informative = new Set(sheet.informative.map(bare));
  const ignored = names.filter(
    (name, index) => known[index] === null && name.trim() !== '' && !informative.has(bare(name)),
  );
  const places = known.flatMap((name, index) => (name === null ? [] : [index]));
  return { columns, places, ignored, width: names.length };
}

function columnOf(name: string, sheet: Sheet): string | null {
  if (name === '') return null;
  return sheet.columns.find((column) => bare(column) === bare(name)) ?? null;
}

function bare(name: string): string {
  return name
    .trim()
    .replace(/[\s_-]/g, '')
    .toLowerCase();
}
