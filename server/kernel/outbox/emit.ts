import { v7 as uuidv7 } from 'uuid';
import type { OutboxEffect } from '../../../actors/runtime/machine.ts';
import type { OutboxRow } from '../../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';

/** What the effects are about. */
export interface EmitOptions {
  /** The changed record, with its version after this transaction. */
  about: { id: string; version: number };
  /** The causing request; null if there was none. */
  requestId: string | null;
}

type Deliver = (row: OutboxRow) => Promise<void>;

const deliveries = new WeakMap<Database, Deliver>();

/** Makes this process deliver effects emitted on this database as soon as they have committed. */
export function deliverEffects(database: Database, deliver: Deliver): void {
  deliveries.set(database, deliver);
}

/**
 * Emits effects of a relational change. They are written in its transaction and delivered at least once after the
 * commit: by this process, or by the worker if this process crashes or delivers nothing. A transaction that is rolled
 * back or retried leaves no effects of its earlier attempts.
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
  // Registered before writing, because COMMIT may be sent, and answered, together with that statement.
  trx.afterCommit(() => void deliveries.get(trx.database)?.(row));
  await writeOutbox(trx, row);
}
