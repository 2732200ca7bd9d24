import { type CellError, type CellKind, cellsOf, clipboardOf, readCell } from './cell-text.ts';

/** An editable column; stock has one for each warehouse. */
export interface GridColumn {
  id: string;
  kind: CellKind;
  warehouseId: string | null;
  /** The person lacks the permission: the column is shown but cannot be edited. */
  locked: boolean;
}

/** A cell's row and column number. */
export interface Place {
  row: number;
  column: number;
}

export interface Area {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** An edited cell: the typed text if it is invalid, else its value. */
export interface Edit {
  text: string;
  fault: CellError | null;
}

/** One change of many cells, undone together. */
interface Step {
  key: string;
  before: Edit | null;
  after: Edit | null;
}

/** Unsaved edits and their undo history; immutable. */
export interface Edits {
  cells: ReadonlyMap<string, Edit>;
  done: readonly (readonly Step[])[];
  undone: readonly (readonly Step[])[];
}

export const NO_EDITS: Edits = { cells: new Map(), done: [], undone: [] };
const MAX_STEPS = 200;

/** The grid's saved state: its rows by id, its columns, and the value of each cell. */
export interface Sheet {
  rows: readonly string[];
  columns: readonly GridColumn[];
  savedAt(rowId: string, column: GridColumn): string;
}

export const cellKey = (rowId: string, columnId: string) => `${rowId}/${columnId}`;

/** A cell's text: typed, else saved. */
export function textAt(sheet: Sheet, edits: Edits, { row, column }: Place): string {
  const [rowId, at] = [sheet.rows[row], sheet.columns[column]];
  if (rowId === undefined || at === undefined) return '';
  return edits.cells.get(cellKey(rowId, at.id))?.text ?? sheet.savedAt(rowId, at);
}

/** Writes texts into cells as one step; locked cells and places outside the grid are skipped. */
export function write(sheet: Sheet, edits: Edits, texts: readonly { place: Place; text: string }[]): Edits {
  const step = new Map<string, Step>();
  for (const { place, text } of texts) {
    const [rowId, column] = [sheet.rows[place.row], sheet.columns[place.column]];
    if (rowId === undefined || column === undefined || column.locked) continue;
    const key = cellKey(rowId, column.id);
    const read = readCell(column.kind, text);
    const edit =
      'fault' in read ? { text: text.trim(), fault: read.fault } : { text: read.value, fault: null };
    // A cell set back to its saved value is not an edit.
    const after = edit.fault === null && edit.text === sheet.savedAt(rowId, column) ? null : edit;
    step.set(key, { key, before: edits.cells.get(key) ?? null, after });
  }
  const steps = [...step.values()].filter(({ before, after }) => !same(before, after));
  if (steps.length === 0) return edits;
  return {
    cells: apply(edits.cells, steps, 'after'),
    done: [...edits.done, steps].slice(-MAX_STEPS),
    undone: [],
  };
}

export function undo(edits: Edits): Edits {
  const last = edits.done.at(-1);
  if (last === undefined) return edits;
  return {
    cells: apply(edits.cells, last, 'before'),
    done: edits.done.slice(0, -1),
    undone: [...edits.undone, last],
  };
}

export function redo(edits: Edits): Edits {
  const last = edits.undone.at(-1);
  if (last === undefined) return edits;
  return {
    cells: apply(edits.cells, last, 'after'),
    done: [...edits.done, last],
    undone: edits.undone.slice(0, -1),
  };
}

function apply(cells: Edits['cells'], steps: readonly Step[], side: 'before' | 'after'): Edits['cells'] {
  const next = new Map(cells);
  for (const { key, [side]: edit } of steps) {
    if (edit === null) next.delete(key);
    else next.set(key, edit);
  }
  return next;
}

function same(one: Edit | null, other: Edit | null): boolean {
  return one?.text === other?.text && one?.fault === other?.fault;
}

/** Removes saved or discarded cells from the edits and their history: undoing would apply them to another version. */
export function settle(edits: Edits, keys: Iterable<string>): Edits {
  const cells = new Map(edits.cells);
  const gone = new Set(keys);
  for (const key of gone) cells.delete(key);
  const without = (steps: readonly Step[]) => steps.filter(({ key }) => !gone.has(key));
  return {
    cells,
    done: edits.done.map(without).filter(({ length }) => length > 0),
    undone: edits.undone.map(without).filter(({ length }) => length > 0),
  };
}

/** The cells between two corners, given in any sequence. */
export function areaOf(one: Place, other: Place): Area {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  };
}

export function isWithin({ top, bottom, left, right }: Area, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The selected cells in a spreadsheet's clipboard format. */
export function copy(sheet: Sheet, edits: Edits, area: Area): string {
  return clipboardOf(
    numbers(area.top, area.bottom).map((row) =>
      numbers(area.left, area.right).map((column) => textAt(sheet, edits, { row, column })),
    ),
  );
}

/** What a paste writes: from the corner on; a single cell or row fills the whole selection. */
export function paste(
  sheet: Sheet,
  edits: Edits,
  area: Area,
  clipboard: string,
): { edits: Edits; area: Area } {
  const cells = cellsOf(clipboard);
  const wide = Math.max(...cells.map(({ length }) => length));
  const [high, across] = [area.bottom - area.top + 1, area.right - area.left + 1];
  // The selection is filled if it is a whole multiple of what was copied.
  const rows = high % cells.length === 0 ? high : cells.length;
  const columns = across % wide === 0 ? across : wide;
  const reached: Area = {
    top: area.top,
    left: area.left,
    bottom: Math.min(area.top + rows, sheet.rows.length) - 1,
    right: Math.min(area.left + columns, sheet.columns.length) - 1,
  };
  const texts = placesOf(reached).flatMap((place) => {
    const line = cells[(place.row - area.top) % cells.length];
    const text = line?.[(place.column - area.left) % wide];
    return text === undefined ? [] : [{ place, text }];
  });
  return { edits: write(sheet, edits, texts), area: reached };
}

/** Ctrl+D: copies the first selected row into those below it; for a single cell, the one above it. */
export function fillDown(sheet: Sheet, edits: Edits, area: Area): Edits {
  const from = area.top === area.bottom ? area.top - 1 : area.top;
  if (from < 0) return edits;
  const texts = placesOf(area)
    .filter(({ row }) => row !== from)
    .map((place) => ({ place, text: textAt(sheet, edits, { row: from, column: place.column }) }));
  return write(sheet, edits, texts);
}

/** Delete: only a threshold can be empty; every other cell returns to its saved value. */
export function clear(sheet: Sheet, edits: Edits, area: Area): Edits {
  const texts = placesOf(area).flatMap((place) => {
    const [rowId, column] = [sheet.rows[place.row], sheet.columns[place.column]];
    if (rowId === undefined || column === undefined) return [];
    return [{ place, text: column.kind === 'threshold' ? '' : sheet.savedAt(rowId, column) }];
  });
  return write(sheet, edits, texts);
}

/** The place after a step, kept within the grid. */
export function moved(sheet: Sheet, { row, column }: Place, down: number, across: number): Place {
  const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1));
  return {
    row: within(row + down, sheet.rows.length),
    column: within(column + across, sheet.columns.length),
  };
}

function placesOf({ top, bottom, left, right }: Area): Place[] {
  return numbers(top, bottom).flatMap((row) => numbers(left, right).map((column) => ({ row, column })));
}

function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
