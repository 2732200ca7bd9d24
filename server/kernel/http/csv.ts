/** RFC 4180. @param rows First row: column names. Free text must pass through `freeText` first. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/**
 * Where a spreadsheet would begin a formula: at the beginning of a cell. A program set to separate by semicolons, as
 * Excel is in many regions, begins one after each semicolon too, and after a line break, since for it the quotes around
 * our cell stand in the middle of one.
 */
const CELL_START = String.raw`(?<=^|[;\r\n] *)`;
const FORMULA = String.raw`(?='*[=+\-@\t\r])`;
const UNGUARDED = new RegExp(CELL_START + FORMULA, 'g');
const GUARD = new RegExp(`${CELL_START}'${FORMULA}`, 'g');

/** Puts an apostrophe before what a spreadsheet would take for a formula. */
export function freeText(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** The text that `freeText` was given. */
export function plainText(cell: string): string {
  return cell.replace(GUARD, '');
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
