import type { Logger } from 'pino';
import { WaslError } from '../../../actors/errors.ts';
import type { Clock, Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import { admitWork } from '../sellers/sellers.ts';
import {
  holdDue,
  type ImportRow,
  nextDue,
  noteFailure,
  type RowOutcome,
  readChunk,
  type SellerImport,
  setStatus,
  writeOutcomes,
} from './import-store.ts';
import { SHEETS, WORK_OF } from './kinds.ts';
import type { Judged, SheetRow } from './sheet.ts';

export interface ImportDependencies {
  database: Database;
  clock: Clock;
  ids: Ids;
  log: Logger;
}

/** Rows per chunk: few enough that stopping, and other sellers' files, never wait long. */
export const CHUNK_ROWS = 250;
/** Then the job yields to the worker's other jobs; the rest waits for the next wake-up, a second later. */
const RUN_FOR_MS = 5 * SECOND;
const MAX_FAILURES = 5;

/** Processes chunks of the running imports in turn, until nothing is left or time is up. */
export async function runImports(deps: ImportDependencies, chunkRows = CHUNK_ROWS): Promise<void> {
  const until = performance.now() + RUN_FOR_MS;
  while (performance.now() < until) {
    const id = await nextDue(deps.database);
    if (id === null || !(await runChunk(deps, id, chunkRows))) return;
  }
}

/**
 * Processes one chunk in one transaction: the changes and the rows' outcomes commit together, so a chunk interrupted by
 * a crash has no effect and none happens twice. False if another worker has it, and after a failure; the next wake-up
 * tries again.
 */
async function runChunk(deps: ImportDependencies, id: string, chunkRows: number): Promise<boolean> {
  try {
    return await inTransaction(deps.database, async (trx) => {
      const found = await holdDue(trx, id);
      if (found === null) return false;
      const due = found.status === 'CHECKING' ? 'PENDING' : 'TO_APPLY';
      const rows = await readChunk(trx, id, due, chunkRows);
      if (rows.length === 0) await setStatus(trx, id, found.status === 'CHECKING' ? 'CHECKED' : 'DONE');
      else await writeOutcomes(trx, id, await outcomesOf(trx, deps, found, rows));
      return true;
    });
  } catch (error) {
    if (error instanceof WaslError && error.code === 'seller.INVALID_STATE') {
      return await stopRefused(deps.database, id, error.code);
    }
    deps.log.error({ err: error, importId: id }, 'a chunk of a seller’s import failed');
    await noteFailure(deps.database, id, MAX_FAILURES);
    return false;
  }
}

/** Ends an import whose shop may no longer act. False if it has ended, or another worker has it. */
async function stopRefused(database: Database, id: string, code: string): Promise<boolean> {
  return await inTransaction(database, async (trx) => {
    if ((await holdDue(trx, id)) === null) return false;
    await setStatus(trx, id, 'STOPPED', code);
    return true;
  });
}

async function outcomesOf(
  trx: Transaction,
  deps: ImportDependencies,
  found: SellerImport,
  rows: readonly ImportRow[],
): Promise<RowOutcome[]> {
  const { id, sellerId, accountId, kind, status, columns } = found;
  const write = status === 'APPLYING';
  if (write) await admitWork(trx, sellerId, WORK_OF[kind]);
  // Unreadable rows have been reported already.
  const readable = rows.filter((row) => row.status !== 'FAULTY');
  const cause = `${id}/${rows[0]?.unit ?? 0}`;
  const reading = { sellerId, accountId, write, cause };
  const given = readable.map((row) => sheetRow(row, columns));
  const judged = await SHEETS[kind].judge(trx, deps, reading, given);
  if (judged.length !== readable.length) throw new Error('rows of an import were left without an outcome');
  const wasApplied = new Set(readable.filter((row) => row.status === 'APPLIED').map(({ row }) => row));
  return judged
    .filter(({ row }) => !wasApplied.has(row))
    .map((each) => ({ ...each, status: storedStatus(each, write) }));
}

function storedStatus({ status }: Judged, write: boolean): RowOutcome['status'] {
  if (status !== 'CHANGED') return status;
  return write ? 'APPLIED' : 'TO_APPLY';
}

function sheetRow({ row, unit, cells }: ImportRow, columns: readonly string[]): SheetRow {
  return {
    row,
    unit,
    cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
  };
}
