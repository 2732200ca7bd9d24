import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { Consumer, Pusher } from '../../actors/runtime/relay.ts';
import type { OutboxRow, OutboxStore } from '../../actors/runtime/store.ts';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { sendPushes } from '../kernel/outbox/live-pushes.ts';
import { endsCodes, settleCodes } from './delivery-codes.ts';
import { type Notice, parseNotice } from './notice.ts';
import { recipientsOf } from './recipient-store.ts';
import { writeNotifications } from './write-notifications.ts';

export interface NotifyDependencies {
  database: Database;
  clock: Clock;
  ids: Ids;
  pusher: Pusher;
  outbox: Pick<OutboxStore, 'done'>;
}

interface Source {
  effectId: string;
  version: number;
}

/** Consumer `notify`: one row per event and recipient, one delivery row per channel. */
export function notifyConsumer(deps: NotifyDependencies): Consumer {
  return async (payload, source) => {
    const notice = parseNotice(payload);
    const accountIds = await recipientsOf(deps.database, notice.to, notice.kind);
    if (accountIds.length > 0) await sendPushes(deps, await write(deps, notice, accountIds, source));
  };
}

function write(
  { database, ids, clock }: NotifyDependencies,
  notice: Notice,
  accountIds: readonly string[],
  { effectId, version }: Source,
): Promise<OutboxRow | null> {
  const common = { notice, accountIds, effectId, version, at: clock.now() };
  if (!endsCodes(notice))
    return writeNotifications(database, ids, { ...common, code: notice.code, durable: notice.code !== null });
  return inTransaction(database, async (trx) => {
    const code = await settleCodes(trx, notice, accountIds, version);
    return writeNotifications(trx, ids, { ...common, code, durable: true });
  });
}
