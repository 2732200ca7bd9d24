import { Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { EventLoopYield } from '../async/event-loop-yield.ts';

/**
 * Characters parsed at a stretch. The parser takes some 40 µs for a row that is not as long as the first, so even of
 * nothing but line ends they take no more than 40 ms.
 */
const PIECE_CHARACTERS = 1024;
/** Characters that may wait between the text and the parser. */
const MAX_WAITING_CHARACTERS = 64 * 1024;
const DELIMITERS = [',', ';', '\t'] as const;

interface CsvForm {
  /** Of a row's cells; a longer one ends the reading, and so does one of as many separators. */
  maxRowCharacters: number;
  /** Rows, those without anything in them included, that are looked at; more end the reading. */
  maxRows: number;
  /** True: blanks around cells, within the separators, are no part of them. */
  trim?: boolean;
  /** True: a quote within a cell stands for itself. */
  relaxQuotes?: boolean;
}

/** A row that has something in it. */
export interface CsvRecord {
  /** Which row it is, from 1 on. */
  row: number;
  /** The line on which it ends, from 1 on: a quoted cell may go over several. */
  line: number;
  cells: string[];
}

/** Where a table cannot be read on; `too-long` when it has more rows than are looked at. */
export class CsvFault extends Error {
  readonly code: 'unreadable' | 'too-long';
  readonly row: number;
  readonly line: number;

  constructor(code: 'unreadable' | 'too-long', { row, line }: { row: number; line: number }) {
    super(`${code} in row ${row}`);
    this.code = code;
    this.row = row;
    this.line = line;
  }
}

/**
 * The rows of a table in commas, semicolons or tabs, whichever its first row has most of, or in what the line `sep=;`
 * names; with or without a byte order mark and quotes. Others have their turn all the while, whatever is in the text:
 * it comes from anybody. Throws CsvFault.
 */
export async function* csvRecords(text: string, form: CsvForm): AsyncGenerator<CsvRecord> {
  const { maxRowCharacters, maxRows, trim = false, relaxQuotes = false } = form;
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const declared = /^sep=(.)\r?\n/i.exec(text.slice(from, from + 8));
  const start = from + (declared?.[0].length ?? 0);
  const breather = new EventLoopYield();
  const parser = parse({
    delimiter: declared?.[1] ?? delimiterOf(text, start, maxRowCharacters),
    info: true,
    max_record_size: maxRowCharacters,
    relax_column_count: true,
    relax_quotes: relaxQuotes,
    trim,
  });
  // Of a row that never ends nothing comes out; quotes within cells are doubled.
  const maxUnread = 2 * maxRowCharacters + MAX_WAITING_CHARACTERS;
  const pieces = piecesOf(text, start, breather, new Unread(parser, maxUnread));
  Readable.from(pieces, { highWaterMark: 1 })
    .on('error', (error) => parser.destroy(error))
    .pipe(parser);
  let row = 0;
  try {
    for await (const parsed of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      row += 1;
      await breather.maybeYield();
      const { record: cells, info } = parsed;
      if (row > maxRows) throw new CsvFault('too-long', { row, line: info.lines });
      if (cells.some((cell) => cell.trim() !== '')) yield { row, line: info.lines, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows that were read before the fault may not have come by yet, so the parser's own count holds.
    const { records = row, lines = 1 } = error as { records?: number; lines?: number };
    throw new CsvFault('unreadable', { row: Number(records) + 1, line: Number(lines) });
  }
}

/** What has gone into a parser since a row last came out. */
class Unread {
  readonly #parser: Parser;
  readonly #max: number;
  #records = 0;
  #characters = 0;

  constructor(parser: Parser, max: number) {
    this.#parser = parser;
    this.#max = max;
  }

  /** Throws CsvFault. */
  add(characters: number): void {
    const { records, lines } = this.#parser.info;
    if (records > this.#records) this.#characters = 0;
    this.#records = records;
    this.#characters += characters;
    if (this.#characters > this.#max) throw new CsvFault('unreadable', { row: records + 1, line: lines });
  }
}

async function* piecesOf(
  text: string,
  start: number,
  breather: EventLoopYield,
  unread: Unread,
): AsyncGenerator<string> {
  for (let at = start; at < text.length; ) {
    await breather.maybeYield();
    const end = at + PIECE_CHARACTERS;
    // Halves of a character would be lost: each piece is made UTF-8 by itself.
    const whole = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    unread.add(whole - at);
    yield text.slice(at, whole);
    at = whole;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The one that the first line has most of, as far as a row may go. */
function delimiterOf(text: string, start: number, maxRowCharacters: number): string {
  const [head = ''] = text.slice(start, start + maxRowCharacters).split(/\r\n|\n|\r/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
