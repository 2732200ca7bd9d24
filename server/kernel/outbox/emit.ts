import { v7 as uuidv7 } from 'uuid';
import type { OutboxEffect } from '../../../actors/runtime/machine.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';

/** What effects are about. */
export interface EmitOptions {
  /** The record that changed, as it is after this transaction. */
  about: { id: string; version: number };
  /** The request that caused it; null: no request did. */
  requestId: string | null;
}

type Deliver = (row: OutboxRow) => Promise<void>;

const deliveries = new WeakMap<Database, Deliver>();

/** From now on what transactions on this database emit is delivered by this process as soon as they have committed. */
export function deliverEffects(database: Database, deliver: Deliver): void {
  deliveries.set(database, deliver);
}

/**
 * Makes effects follow from a relational change. They are written in its transaction and delivered once it has
 * committed, at least once each: by this process, or by the worker when this process dies before or delivers nothing.
 * A transaction that is rolled back, or tried again, leaves nothing of its former tries.
 */
export async function emit(
  trx: Transaction,
  { about, requestId }: EmitOptions,
  effects: readonly OutboxEffect[],
): Promise<void> {
  if (effects.length === 0) return;
  const row: OutboxRow = {
    id: uuidv7(),
    ref: { kind: 'record', key: about.id },
    version: about.version,
    correlationId: uuidv7(),
    requestId,
    effects: effects.map((effect) => ({ id: uuidv7(), effect })),
  };
  // Said before it is written: COMMIT may travel with that statement, and be answered as soon as it is.
  trx.afterCommit(() => void deliveries.get(trx.database)?.(row));
  await writeOutbox(trx, row);
}
