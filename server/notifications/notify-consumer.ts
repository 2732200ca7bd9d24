import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { Consumer, Pusher } from '../../actors/runtime/relay.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { type NotificationChannel, NotificationDelivery } from '../../db/models/notification-delivery.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { type LivePush, leavePushes, sendPushes } from '../live-pushes.ts';
import { CHANNELS } from './channels.ts';
import { settleCodes } from './delivery-codes.ts';
import { type Notice, parseNotice } from './notice.ts';
import { unreadCount } from './notification-store.ts';
import { recipientsOf } from './recipients.ts';
import { noticeText } from './texts.ts';

export interface NotifyDependencies {
  database: Database;
  clock: Clock;
  ids: Ids;
  pusher: Pusher;
}

interface Source {
  effectId: string;
  version: number;
}

interface Created {
  id: string;
  account_id: string;
}

/**
 * Consumer `notify`: one row per event and recipient, one delivery row per channel. The in-app one is delivered by
 * being there; the others stay queued until their channel has a provider.
 */
export function notifyConsumer(deps: NotifyDependencies): Consumer {
  return async (payload, source) => {
    const notice = parseNotice(payload);
    const row = await inTransaction(deps.database, async (trx) => {
      const created = await create(trx, deps, notice, source);
      const [first] = created;
      if (first === undefined) return null;
      const about = { id: first.id, version: source.version };
      return leavePushes(trx, about, await bells(trx, notice, created));
    });
    await sendPushes(deps, row);
  };
}

async function bells(trx: Transaction, { kind }: Notice, created: readonly Created[]): Promise<LivePush[]> {
  const pushes: LivePush[] = [];
  for (const { id, account_id: accountId } of created) {
    const payload = { id, kind, unreadCount: await unreadCount(trx, accountId) };
    pushes.push({ rooms: [`account:${accountId}`], event: 'notification.created', payload });
  }
  return pushes;
}

async function create(
  trx: Transaction,
  { ids, clock }: NotifyDependencies,
  notice: Notice,
  { effectId, version }: Source,
): Promise<Created[]> {
  const accountIds = await recipientsOf(trx, notice.to);
  if (accountIds.length === 0) return [];
  const code = await settleCodes(trx, notice, accountIds, version);
  const { title, body } = noticeText(notice.kind, notice.data);
  const rows = accountIds.map((accountId) => ({
    id: ids.next(),
    event_key: effectId,
    account_id: accountId,
    kind: notice.kind,
    title_en: title.en,
    title_ar: title.ar,
    body_en: body.en,
    body_ar: body.ar,
    data: JSON.stringify(notice.data),
    sealed: code?.sealed ?? null,
    sealed_for: code?.taskId ?? null,
    sealed_until: code?.expiresAt ?? null,
    source_version: version,
    created_at: clock.now(),
  }));
  // A row that is there already is an earlier delivery of the same effect, with its channels. Knex, because
  // Objection's insert answers with what it was given, not with what was inserted.
  const created: Created[] = await trx('notifications')
    .insert(rows)
    .onConflict(['event_key', 'account_id'])
    .ignore()
    .returning(['id', 'account_id']);
  await queue(trx, ids, notice, created);
  return created;
}

async function queue(
  trx: Transaction,
  ids: Ids,
  { kind }: Notice,
  created: readonly Created[],
): Promise<void> {
  if (created.length === 0) return;
  const channels: readonly NotificationChannel[] = ['IN_APP', ...CHANNELS[kind]];
  const deliveries = created.flatMap(({ id: notificationId }) =>
    channels.map((channel) => ({
      id: ids.next(),
      notificationId,
      channel,
      status: channel === 'IN_APP' ? ('DELIVERED' as const) : ('QUEUED' as const),
    })),
  );
  await NotificationDelivery.query(trx).insert(deliveries);
}
