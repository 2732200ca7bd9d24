import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Transaction } from '../../../db/database.ts';
import { sqlState, violatedConstraint } from '../../../db/unit-of-work.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { admitWork } from '../sellers/sellers.ts';
import {
  type ImportStatus,
  insertImport,
  insertRows,
  lockImport,
  type NewRow,
  setStatus,
} from './import-store.ts';
import { WORK_OF } from './kinds.ts';
import { type ReadFile, readFile, UnreadableFile } from './read-file.ts';
import type { Kind, Sheet } from './sheet.ts';
import { fileErrorText } from './violation-texts.ts';

/** Rows inserted per statement. */
const ROWS_PER_STATEMENT = 1_000;

/** Reads an uploaded file. Throws seller.IMPORT_UNREADABLE with the reason in the sender's language. */
export async function readSentFile(csv: string, sheet: Sheet, locale: Locale): Promise<ReadFile> {
  try {
    return await readFile(csv, sheet);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { code, about } = error;
    throw new WaslError('seller.IMPORT_UNREADABLE', {
      detail: `The file cannot be read: ${fileErrorText(code, 'en', about)}`,
      extension: { fault: { code, message: fileErrorText(code, locale, about) } },
    });
  }
}

/** Stores a file to be checked; returns its id. Throws seller.INVALID_STATE, seller.IMPORT_RUNNING. */
export async function keepFile(
  trx: Transaction,
  { ids }: { ids: Ids },
  { sellerId, accountId, kind, file }: { sellerId: string; accountId: string; kind: Kind; file: ReadFile },
): Promise<string> {
  await admitWork(trx, sellerId, WORK_OF[kind]);
  const { columns, ignored } = file;
  const rows = file.rows.map(({ row, unit, cells, tooManyCells }): NewRow => {
    if (!tooManyCells) return { row, unit, cells, status: 'PENDING', faults: [] };
    const fault = { column: null, code: 'too-many-cells', value: '' } as const;
    return { row, unit, cells, status: 'FAULTY', faults: [fault] };
  });
  const id = ids.next();
  const faulty = rows.filter(({ status }) => status === 'FAULTY').length;
  const kept = { id, sellerId, accountId, kind, columns, ignored, rows: rows.length, faulty };
  await insertImport(trx, kept).catch(inImportWords);
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
    await insertRows(trx, id, rows.slice(at, at + ROWS_PER_STATEMENT));
  return id;
}

/**
 * Throws common.NOT_FOUND, seller.IMPORT_ENDED unless it has been checked, seller.INVALID_STATE, seller.IMPORT_RUNNING.
 */
export async function startApplying(trx: Transaction, sellerId: string, id: string): Promise<void> {
  const { kind, status } = await held(trx, sellerId, id);
  if (status !== 'CHECKED') throw notInState(status, 'CHECKED');
  await admitWork(trx, sellerId, WORK_OF[kind]);
  await setStatus(trx, id, 'APPLYING').catch(inImportWords);
}

/** Waits for the current chunk; applied rows stay applied. Throws what `startApplying` throws. */
export async function stopImport(trx: Transaction, sellerId: string, id: string): Promise<void> {
  const { status } = await held(trx, sellerId, id);
  if (status === 'STOPPED') return;
  if (status === 'DONE' || status === 'FAILED') throw notInState(status, 'CHECKING, CHECKED or APPLYING');
  await setStatus(trx, id, 'STOPPED');
}

async function held(trx: Transaction, sellerId: string, id: string) {
  const found = await lockImport(trx, sellerId, id);
  if (found === null) throw noSuchImport();
  return found;
}

export function noSuchImport(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such import.' });
}

function notInState(status: ImportStatus, needed: string): WaslError {
  return new WaslError('seller.IMPORT_ENDED', {
    detail: `This import is ${status}; it must be ${needed}.`,
    extension: { currentState: status },
  });
}

function inImportWords(error: unknown): never {
  if (sqlState(error) === '23505' && violatedConstraint(error) === 'seller_imports_running')
    throw new WaslError('seller.IMPORT_RUNNING', {
      detail: 'Another file of this kind is being checked or applied. Wait until it is done, or stop it.',
    });
  throw error;
}
