import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../../db/database.ts';
import type { SealedColumn, SealedValue } from './sealed-column.ts';
import type { Secrets } from './secrets.ts';

const BATCH_SIZE = 200;

/** Values of a column that the current secret did not seal. */
export interface OutdatedValues {
  column: string;
  /** By the id of the secret that sealed them; '' for values that do not name an accepted one. */
  byKey: Map<string, number>;
}

/** Counts what still needs an older secret. Changes nothing. */
export async function countOutdated(
  database: Database,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<OutdatedValues[]> {
  const counted: OutdatedValues[] = [];
  for (const column of columns) {
    const byKey = new Map<string, number>();
    for await (const { sealed } of outdated(database, secrets, column)) {
      const id = secrets.sealedBy(sealed) ?? '';
      byKey.set(id, (byKey.get(id) ?? 0) + 1);
    }
    if (byKey.size > 0) counted.push({ column: column.name, byKey });
  }
  return counted;
}

export interface Resealed {
  column: string;
  resealed: number;
  /** Keys of rows whose value no accepted secret opens; they are left as they are. */
  unreadable: string[];
}

/**
 * Seals a column's values again with the current secret, each by itself, so that it can be stopped at any moment,
 * repeated, and run beside a working service: a value that is changed meanwhile keeps its change.
 */
export async function resealColumn(
  database: Database,
  secrets: Secrets,
  column: SealedColumn,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for await (const value of outdated(database, secrets, column)) {
    const text = opened(secrets, value);
    if (text === null) {
      unreadable.push(value.key);
      continue;
    }
    const sealed = secrets.seal(value.purpose, text, value.boundTo);
    if (await column.replace(database, value, sealed)) resealed += 1;
    if (resealed > 0 && resealed % BATCH_SIZE === 0) onProgress(resealed);
  }
  return { column: column.name, resealed, unreadable };
}

async function* outdated(
  database: Database,
  secrets: Secrets,
  column: SealedColumn,
): AsyncGenerator<SealedValue> {
  for (let after: string | null = null; ; ) {
    const batch: SealedValue[] = await column.read(database, {
      prefix: secrets.currentPrefix,
      after,
      limit: BATCH_SIZE,
    });
    yield* batch;
    if (batch.length < BATCH_SIZE) return;
    after = batch.at(-1)?.key ?? null;
    await setImmediate();
  }
}

function opened(secrets: Secrets, { purpose, sealed, boundTo }: SealedValue): string | null {
  try {
    return secrets.open(purpose, sealed, boundTo);
  } catch {
    return null;
  }
}
