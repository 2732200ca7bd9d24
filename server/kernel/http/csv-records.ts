import { Readable } from 'node:stream';
import { CsvError, type Parser, parse } from 'csv-parse';
import { EventLoopYield } from '../async/event-loop-yield.ts';

/**
 * Characters parsed at a time. The parser takes about 40 µs for a row whose length differs from the first, so even a
 * piece of nothing but line ends takes at most 40 ms.
 */
const PIECE_CHARACTERS = 1024;
/** Most characters waiting between text and parser. */
const MAX_WAITING_CHARACTERS = 64 * 1024;
const DELIMITERS = [',', ';', '\t'] as const;

interface CsvForm {
  /** Maximum characters in a row's cells, and maximum number of its separators; a longer row ends the reading. */
  maxRowCharacters: number;
  /** Maximum rows including empty ones; more end the reading. */
  maxRows: number;
  /** Trim blanks around cells. */
  trim?: boolean;
  /** Accept quotes inside unquoted cells. */
  relaxQuotes?: boolean;
}

/** A non-empty row. */
export interface CsvRecord {
  /** Row number, from 1. */
  row: number;
  /** Line on which the row ends, from 1; quoted cells may span lines. */
  line: number;
  cells: string[];
}

/** Where reading a table failed; `too-long` if it has too many rows. */
export class CsvReadError extends Error {
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
 * The rows of a table separated by commas, semicolons or tabs, whichever is most frequent in the first row, or as named
 * in a line `sep=;`; with or without byte order mark and quotes. Yields to the event loop regularly, whatever the text
 * contains, because it comes from users. Throws CsvReadError.
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
  // An unterminated row produces no output; doubled because quotes inside cells are doubled.
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
      if (row > maxRows) throw new CsvReadError('too-long', { row, line: info.lines });
      if (cells.some((cell) => cell.trim() !== '')) yield { row, line: info.lines, cells };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Rows read before the error may not have been emitted yet, so the parser's own count is used.
    const { records = row, lines = 1 } = error as { records?: number; lines?: number };
    throw new CsvReadError('unreadable', { row: Number(records) + 1, line: Number(lines) });
  }
}

/** Characters fed to a parser since it last emitted a row. */
class Unread {
  readonly #parser: Parser;
  readonly #max: number;
  #records = 0;
  #characters = 0;

  constructor(parser: Parser, max: number) {
    this.#parser = parser;
    this.#max = max;
  }

  /** Throws CsvReadError. */
  add(characters: number): void {
    const { records, lines } = this.#parser.info;
    if (records > this.#records) this.#characters = 0;
    this.#records = records;
    this.#characters += characters;
    if (this.#characters > this.#max) throw new CsvReadError('unreadable', { row: records + 1, line: lines });
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
    // Do not split a surrogate pair: each piece is encoded as UTF-8 separately.
    const whole = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    unread.add(whole - at);
    yield text.slice(at, whole);
    at = whole;
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The most frequent delimiter in the first line, up to the maximum row length. */
function delimiterOf(text: string, start: number, maxRowCharacters: number): string {
  const [head = ''] = text.slice(start, start + maxRowCharacters).split(/\r\n|\n|\r/, 1);
  const count = (delimiter: string) => head.split(delimiter).length;
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best));
}
