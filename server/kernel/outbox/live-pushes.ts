import { v7 as uuidv7 } from 'uuid';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Pusher } from '../../../actors/runtime/relay.ts';
import type { OutboxRow, OutboxStore } from '../../../actors/runtime/store.ts';
import type { Transaction } from '../../../db/database.ts';
import { writeOutbox } from '../../../db/stores/outbox-store.ts';

export interface LivePush {
  rooms: readonly string[];
  event: string;
  payload: JsonObject;
}

/**
 * Leaves live events about a record in the outbox, in the transaction that changes it; when that has committed, give
 * the answer to `sendPushes`. A process that dies before, or does not reach Redis, leaves them to the worker.
 */
export async function leavePushes(
  trx: Transaction,
  about: { id: string; version: number },
  pushes: readonly LivePush[],
): Promise<OutboxRow | null> {
  if (pushes.length === 0) return null;
  const row: OutboxRow = {
    id: uuidv7(),
    ref: { kind: 'record', key: about.id },
    version: about.version,
    correlationId: uuidv7(),
    requestId: null,
    effects: pushes.map((push) => ({ id: uuidv7(), effect: { do: 'push', ...push } })),
  };
  await writeOutbox(trx, row);
  return row;
}

/** Never rejects: what was not sent is swept. */
export async function sendPushes(
  { outbox, pusher }: { outbox: Pick<OutboxStore, 'done'>; pusher: Pusher },
  row: OutboxRow | null,
): Promise<void> {
  if (row === null) return;
  const pushed = row.effects.map(({ id, effect }) =>
    effect.do === 'push' ? pusher.push(effect.rooms, effect.event, effect.payload, id) : true,
  );
  if ((await Promise.all(pushed)).includes(false)) return;
  // A row that cannot be deleted is sent once more, with the same ids.
  await outbox.done([row.id]).catch(() => undefined);
}
