import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import type { FaultCode } from './fault-texts.ts';

export const KINDS = ['PRODUCTS', 'OFFERS', 'STOCK'] as const;
export type Kind = (typeof KINDS)[number];

/** What is wrong with a cell, or with the row when no column is named. Words for it stand in `fault-texts.ts`. */
export interface Fault {
  column: string | null;
  code: FaultCode;
  value: string;
  /** What its words speak of: a limit, another row, what may have been meant. */
  about?: string | number;
}

/** Null before: it was not there. */
export interface Change {
  column: string;
  before: string | null;
  after: string;
}

/** A row of a file, its cells by column; a column that the file lacks is undefined. */
export interface SheetRow {
  row: number;
  unit: number;
  cells: Readonly<Record<string, string | undefined>>;
}

export type RowStatus = 'CHANGED' | 'UNCHANGED' | 'FAULTY';

export interface Judged {
  row: number;
  status: RowStatus;
  faults: Fault[];
  notes: Fault[];
  changes: Change[];
}

export interface SheetDependencies {
  clock: Clock;
  ids: Ids;
}

/** Whose file it is, and whether it is to be applied: without `write` everything is only looked at. */
export interface Reading {
  sellerId: string;
  accountId: string;
  write: boolean;
  /** What changes of stock name as their cause. */
  cause: string;
}

/** How files of a kind are read. */
export interface Sheet {
  /** The columns that are read, as exports name them. */
  columns: readonly string[];
  /** Those that exports have besides, for their readers: nothing is read from them. */
  informative: readonly string[];
  /** Of each of these lists the file must have one. */
  needed: readonly (readonly string[])[];
  /** Rows with the same key are one unit. */
  keyOf(cells: SheetRow['cells']): string;
  /**
   * Says of each row what it would change, and with `write` changes it, by the rules of the single operations. Units
   * are whole. What one unit is refused for leaves the others alone.
   */
  judge(
    trx: Transaction,
    deps: SheetDependencies,
    reading: Reading,
    rows: readonly SheetRow[],
  ): Promise<Judged[]>;
}

export function faulty(row: number, ...faults: Fault[]): Judged {
  return { row, status: 'FAULTY', faults, notes: [], changes: [] };
}

export function judged(row: number, changes: Change[], notes: Fault[] = []): Judged {
  return { row, status: changes.length > 0 ? 'CHANGED' : 'UNCHANGED', faults: [], notes, changes };
}

/** A change of one column; none where it stays as it is. */
export function changed(column: string, before: string | null, after: string | undefined): Change[] {
  return after === undefined || before === after ? [] : [{ column, before, after }];
}
