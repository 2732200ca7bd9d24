import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { ViolationCode } from './violation-texts.ts';

export const KINDS = ['PRODUCTS', 'OFFERS', 'STOCK'] as const;
export type Kind = (typeof KINDS)[number];

/** An error in a cell, or in the row if no column is named. Texts are in `fault-texts.ts`. */
export interface Violation {
  column: string | null;
  code: ViolationCode;
  value: string;
  /** Value for the error's text: a limit, another row, the likely intention. */
  about?: string | number;
}

/** Null before: it did not exist. */
export interface Change {
  column: string;
  before: string | null;
  after: string;
}

/** A row of a file, its cells by column; undefined for a column missing from the file. */
export interface SheetRow {
  row: number;
  unit: number;
  cells: Readonly<Record<string, string | undefined>>;
}

export type RowStatus = 'CHANGED' | 'UNCHANGED' | 'FAULTY';

export interface Judged {
  row: number;
  status: RowStatus;
  faults: Violation[];
  notes: Violation[];
  changes: Change[];
}

export interface SheetDependencies {
  clock: Clock;
  ids: Ids;
}

/** The file's owner, and whether to apply it: without `write` it is only checked. */
export interface Reading {
  sellerId: string;
  accountId: string;
  write: boolean;
  /** Recorded as the cause of stock changes. */
  cause: string;
}

/** How files of a kind are read. */
export interface Sheet {
  /** The columns read, as named in exports. */
  columns: readonly string[];
  /** Additional columns of exports for human readers, ignored on import. */
  informative: readonly string[];
  /** The file must have at least one column of each of these lists. */
  needed: readonly (readonly string[])[];
  /** Rows with the same key form one unit. */
  keyOf(cells: SheetRow['cells']): string;
  /**
   * Reports what each row would change and, with `write`, changes it by the rules of the single operations. Units are
   * atomic and independent of each other.
   */
  judge(
    trx: Transaction,
    deps: SheetDependencies,
    reading: Reading,
    rows: readonly SheetRow[],
  ): Promise<Judged[]>;
}

export function faulty(row: number, ...faults: Violation[]): Judged {
  return { row, status: 'FAULTY', faults, notes: [], changes: [] };
}

export function judged(row: number, changes: Change[], notes: Violation[] = []): Judged {
  return { row, status: changes.length > 0 ? 'CHANGED' : 'UNCHANGED', faults: [], notes, changes };
}

/** The change of one column; empty if it stays the same. */
export function changed(column: string, before: string | null, after: string | undefined): Change[] {
  return after === undefined || before === after ? [] : [{ column, before, after }];
}
