import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Transaction } from '../../db/database.ts';
import { writeOutbox } from '../../db/stores/outbox-store.ts';

import type { Addressee } from './notice.ts';

export interface Telling {
  kind: NotificationKind;
  to: Addressee;
  /** What the words and the client need. */
  data: JsonObject;
  /** The record it is about, as it is after this transaction. */
  about: { id: string; version: number };
  requestId: string | null;
}

/**
 * Lets a relational change tell somebody: the notice is left in the outbox, in the change's own transaction. When that
 * has committed, give the answer to `ActorGateway.publish`; a process that dies before leaves it to the worker.
 */
export async function tell(
  trx: Transaction,
  ids: Ids,
  { kind, to, data, about, requestId }: Telling,
): Promise<{ outbox: OutboxRow }> {
  const outbox: OutboxRow = {
    id: ids.next(),
    ref: { kind: 'record', key: about.id },
    version: about.version,
    correlationId: ids.next(),
    requestId,
    effects: [
      { id: ids.next(), effect: { do: 'consume', consumer: 'notify', payload: { ...data, ...to, kind } } },
    ],
  };
  await writeOutbox(trx, outbox);
  return { outbox };
}
