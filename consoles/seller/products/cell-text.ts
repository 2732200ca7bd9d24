/** What is typed or pasted into cells, as people and spreadsheets write it. */

export type CellKind = 'price' | 'count' | 'threshold' | 'state';

/** Why a text is not a valid value of its column. */
export type CellError = 'price' | 'priceZero' | 'priceHigh' | 'count' | 'countHigh' | 'threshold' | 'state';

export type ReadCell = { value: string } | { fault: CellError };

const MAX_PIECES = 1_000_000;
const MAX_PRICE_DIGITS = 6;
const ON = new Set(['ON', 'TRUE', 'YES', '1', 'نعم', 'معروض']);
const OFF = new Set(['OFF', 'FALSE', 'NO', '0', 'لا', 'متوقف']);

/** The value that a cell stores ('47.50', '25', 'ON', '' for no threshold), or what is wrong with the text. */
export function readCell(kind: CellKind, text: string): ReadCell {
  if (kind === 'price') return readPrice(text);
  if (kind === 'state') return readState(text);
  const bare = bareNumber(text);
  if (kind === 'threshold' && bare === '') return { value: '' };
  const whole = /^(\d+)(?:\.0*)?$/.exec(withoutThousands(bare))?.[1];
  if (whole === undefined) return { fault: kind };
  const pieces = Number(whole);
  if (kind === 'threshold' && pieces === 0) return { fault: 'threshold' };
  return pieces > MAX_PIECES ? { fault: 'countHigh' } : { value: String(pieces) };
}

function readPrice(text: string): ReadCell {
  const bare = withoutThousands(bareNumber(text.replace(/QAR|ر\.?\s?ق\.?/giu, '')));
  const parts = /^(\d*)(?:\.(\d{0,2})0*)?$/.exec(bare);
  if (parts === null || !/\d/.test(bare)) return { fault: 'price' };
  const whole = (parts[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const value = `${whole}.${(parts[2] ?? '').padEnd(2, '0')}`;
  if (whole.length > MAX_PRICE_DIGITS) return { fault: 'priceHigh' };
  return value === '0.00' ? { fault: 'priceZero' } : { value };
}

function readState(text: string): ReadCell {
  const word = bareNumber(text).toUpperCase();
  if (ON.has(word)) return { value: 'ON' };
  return OFF.has(word) ? { value: 'OFF' } : { fault: 'state' };
}

/** Latin digits, a decimal point, no spaces and no directional marks. */
function bareNumber(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replace(/[\s\p{Cf}]/gu, '');
}

/**
 * A comma separates thousands where each is followed by three digits; a single comma before the last one or two digits
 * is a spreadsheet's decimal comma. Any other text with a comma is left unchanged, and so is not a number.
 */
function withoutThousands(bare: string): string {
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)) return bare.replaceAll(',', '');
  return /^\d+,\d{1,2}$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** Rows of cells from a spreadsheet's clipboard text: tabs, line ends, and quotes around both. */
export function cellsOf(clipboard: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  for (let at = 0; at <= clipboard.length; ) {
    cell.lastIndex = at;
    const found = cell.exec(clipboard) ?? null;
    // A quote without its closing quote is part of the text.
    const [whole, text, end] =
      found === null
        ? plainCell(clipboard, at)
        : [found[0], found[1]?.replaceAll('""', '"') ?? found[2] ?? '', found[3] ?? ''];
    rows.at(-1)?.push(text);
    at += whole.length;
    if (end === '') break;
    if (end !== '\t') {
      // The final line end does not begin another row.
      if (at >= clipboard.length) break;
      rows.push([]);
    }
  }
  return rows;
}

function plainCell(clipboard: string, at: number): [string, string, string] {
  const found = /^([^\t\r\n]*)(\t|\r\n|\n|\r|$)/.exec(clipboard.slice(at));
  return [found?.[0] ?? '', found?.[1] ?? '', found?.[2] ?? ''];
}

export function clipboardOf(rows: readonly (readonly string[])[]): string {
  return rows
    .map((cells) =>
      cells.map((text) => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t'),
    )
    .join('\n');
}
