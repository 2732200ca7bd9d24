/** A value of one column, as provided by a command's turn. */
export type Cell = string | number | boolean | null | object;

const SPECIAL = /["\\]/;
const ESCAPED = /["\\]/g;

/**
 * The text form of a PostgreSQL array. Strings are always quoted: an id with a comma must stay one element, or all
 * following elements would belong to other rows.
 */
export function arrayLiteral(cells: readonly Cell[]): string {
  let text = '{';
  for (let index = 0; index < cells.length; index += 1) {
    if (index > 0) text += ',';
    text += element(cells[index] ?? null);
  }
  return `${text}}`;
}

function element(cell: Cell): string {
  if (cell === null) return 'NULL';
  if (typeof cell !== 'string') return String(cell);
  return SPECIAL.test(cell) ? `"${cell.replace(ESCAPED, '\\$&')}"` : `"${cell}"`;
}
