/** A value of one column, as a command's turn gives it. */
export type Cell = string | number | boolean | null | object;

const SPECIAL = /["\\]/;
const ESCAPED = /["\\]/g;

/**
 * The text form of a PostgreSQL array. Strings are always quoted: an id that holds a comma must stay one element, or
 * all elements behind it would belong to another row.
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
