import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { Breather } from '../../kernel/async/breather.ts';
import type { FileFaultCode } from './fault-texts.ts';
import type { Sheet } from './sheet.ts';

/** Rows of a file without that of the names. */
export const MAX_ROWS = 20_000;
const MAX_CELL_CHARACTERS = 8_000;
const MAX_ROW_CHARACTERS = 100_000;
/** Parsed at a stretch; between two pieces others have their turn. */
const PIECE_CHARACTERS = 64 * 1024;
const DELIMITERS = [',', ';', '\t'] as const;

export interface ReadFile {
  columns: string[];
  ignored: string[];
  rows: { row: number; unit: number; cells: string[]; tooManyCells: boolean }[];
}

/** A file of which nothing can be read, and why. */
export class UnreadableFile extends Error {
  readonly code: FileFaultCode;
  readonly about: string | number;

  constructor(code: FileFaultCode, about: string | number = '') {
    super(`${code} ${about}`);
    this.code = code;
    this.about = about;
  }
}

/**
 * Reads a file by its first row, whatever the case and order of the names; separated by commas, semicolons or tabs;
 * with or without a byte order mark, quotes and the line `sep=;`. Rows without anything in them are left out. Throws
 * UnreadableFile.
 */
export async function readFile(text: string, sheet: Sheet): Promise<ReadFile> {
  // What was no UTF-8 has become U+FFFD; UTF-16 shows by its zeros.
  if (text.includes('\ufffd') || text.includes('\0')) throw new UnreadableFile('encoding');
  const { names, records } = await split(text.replace(/^\ufeff/, ''));
  const known = names.map((name) => columnOf(name, sheet));
  const columns = known.filter((name) => name !== null);
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile('column-twice', twice);
  const missing = sheet.needed.find((choice) => !choice.some((name) => columns.includes(name)));
  if (missing !== undefined) throw new UnreadableFile('column-missing', missing.join(' / '));
  if (records.length === 0) throw new UnreadableFile('empty');
  const units = new Map<string, number>();
  const rows = records.map(({ row, record }) => {
    const cells = known.flatMap((name, index) => (name === null ? [] : [record[index] ?? '']));
    const key = sheet.keyOf(Object.fromEntries(columns.map((name, index) => [name, cells[index]])));
    const unit = units.get(key) ?? units.size;
    units.set(key, unit);
    const tooManyCells = record.slice(names.length).some((cell) => cell.trim() !== '');
    return { row, unit, cells, tooManyCells };
  });
  const informative = new Set(sheet.informative.map(bare));
  const ignored = names.filter(
    (name, index) => known[index] === null && name.trim() !== '' && !informative.has(bare(name)),
  );
  return { columns, ignored, rows };
}

interface Records {
  names: string[];
  records: { row: number; record: string[] }[];
}

async function split(text: string): Promise<Records> {
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const body = declared === null ? text : text.slice(declared[0].length);
  const parser = Readable.from(piecesOf(body)).pipe(
    parse({
      delimiter: declared?.[1] ?? delimiterOf(body),
      max_record_size: MAX_ROW_CHARACTERS,
      relax_column_count: true,
      relax_quotes: true,
    }),
  );
  const breather = new Breather();
  const found: Records = { names: [], records: [] };
  let row = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      row += 1;
      await breather.breathe();
      if (record.every((cell) => cell.trim() === '')) continue;
      if (found.names.length === 0) {
        found.names = record;
        continue;
      }
      if (record.some((cell) => cell.length > MAX_CELL_CHARACTERS))
        throw new UnreadableFile('unreadable', row);
      found.records.push({ row, record });
      if (found.records.length > MAX_ROWS) throw new UnreadableFile('too-many-rows', MAX_ROWS);
    }
  } catch (error) {
    // Rows that were read before the fault may not have come by yet, so the parser's own count holds.
    if (error instanceof CsvError) throw new UnreadableFile('unreadable', Number(error.records ?? row) + 1);
    throw error;
  }
  if (found.names.length === 0) throw new UnreadableFile('empty');
  return found;
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) yield text.slice(at, at + PIECE_CHARACTERS);
}

/** The one that the first line has most of. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r\n|\n|\r/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}

function columnOf(name: string, sheet: Sheet): string | null {
  return sheet.columns.find((column) => bare(column) === bare(name)) ?? null;
}

function bare(name: string): string {
  return name
    .trim()
    .replace(/[\s_-]/g, '')
    .toLowerCase();
}
