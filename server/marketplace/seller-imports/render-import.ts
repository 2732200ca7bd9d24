import type { components } from '../../kernel/http/api-types.ts';
import { csvOf, freeText } from '../../kernel/http/csv.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { plain } from './cells.ts';
import type { SellerImport, ShownRow } from './import-store.ts';
import type { Violation } from './sheet.ts';
import { violationText } from './violation-texts.ts';

type Schemas = components['schemas'];

/** Without it, spreadsheets assume a local encoding instead of UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Not a column that imports read, so a corrected file may keep it. */
const PROBLEM = 'problem';

export function renderImport(found: SellerImport): Schemas['SellerImport'] {
  const {
    sellerId: _seller,
    accountId: _account,
    columns: _columns,
    ignored,
    createdAt,
    changedAt,
    ...rest
  } = found;
  return {
    ...rest,
    ignoredColumns: [...ignored],
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
  };
}

export function renderRow(
  { row, status, cells, faults, notes, changes }: ShownRow,
  columns: readonly string[],
  locale: Locale,
): Schemas['SellerImportRow'] {
  return {
    ...{ row, status, changes },
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
    faults: faults.map((fault) => renderViolation(fault, locale)),
    notes: notes.map((note) => renderViolation(note, locale)),
  };
}

function renderViolation(
  { column, code, value, about }: Violation,
  locale: Locale,
): Schemas['SellerImportFault'] {
  return { column, code, value, message: violationText(code, locale, about) };
}

/** Rows as a file to be corrected and sent again: the original cells, plus the errors in a last column. */
export function failedRowsCsv(rows: readonly ShownRow[], columns: readonly string[], locale: Locale): string {
  const lines = rows.map(({ cells, faults }) => {
    const problems = faults.map((fault) => {
      const { column, message } = renderViolation(fault, locale);
      return column === null ? message : `${column}: ${message}`;
    });
    return [...columns.map((_, index) => freeText(plain(cells[index]))), freeText(problems.join(' '))];
  });
  return sheetCsv([[...columns, PROBLEM], ...lines]);
}

/** CSV for spreadsheets. Free text must have passed through `freeText`. */
export function sheetCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvOf(rows)}`;
}
