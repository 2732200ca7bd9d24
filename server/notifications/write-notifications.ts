import { deterministicId } from '../../actors/runtime/deterministic-id.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { OutboxRow, PendingEffect } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { NotificationChannel } from '../../db/models/notification-delivery.ts';
import { runPrepared } from '../../db/prepared.ts';
import { CHANNELS } from './channels.ts';
import type { Notice, SealedCode } from './notice.ts';
import { noticeText } from './texts.ts';

export interface NewNotifications {
  notice: Notice;
  accountIds: readonly string[];
  /** The effect that asks for them: each recipient gets one for it, however often it is delivered. */
  effectId: string;
  /** Of the actor whose event this tells of. */
  version: number;
  code: SealedCode | null;
  /** Domain time. */
  at: Date;
  /**
   * False when the outbox row that asks for them is still there: then nothing waits for the disk. Whatever durable
   * commit takes that row away later also keeps what was written before it, and a crash until then asks again.
   */
  durable: boolean;
}

/**
 * In one statement, since there are several for every step of every order: a notification for each recipient, its way
 * through each channel, and the live events in the outbox. The in-app channel is delivered by being there; the others
 * stay queued until they have a provider. Recipients that were told before are left out; null when all were.
 */
export async function writeNotifications(
  executor: Database | Transaction,
  ids: Ids,
  { notice, accountIds, effectId, version, code, at, durable }: NewNotifications,
): Promise<OutboxRow | null> {
  const { title, body } = noticeText(notice.kind, notice.data);
  // Written again after a crash that lost it, it is the same one for those who have heard of it already.
  const notifications = accountIds.map((accountId) => ({
    id: deterministicId(effectId, 'notification', accountId),
    accountId,
  }));
  const channels: readonly NotificationChannel[] = ['IN_APP', ...CHANNELS[notice.kind]];
  const deliveries = notifications.flatMap(({ id }) =>
    channels.map((channel) => ({ id: ids.next(), notificationId: id, channel })),
  );
  const outbox = { id: ids.next(), version, correlationId: ids.next(), requestId: null };
  const [left] = await runPrepared<Left>(executor, WRITE, [
    durable,
    ...[effectId, notice.kind, title.en, title.ar, body.en, body.ar, JSON.stringify(notice.data)],
    ...[code?.sealed ?? null, code?.taskId ?? null, code?.expiresAt ?? null, version, at],
    ...[notifications.map(({ id }) => id), notifications.map(({ accountId }) => accountId)],
    ...[deliveries.map(({ id }) => id), deliveries.map(({ notificationId }) => notificationId)],
    deliveries.map(({ channel }) => channel),
    ...[notifications.map(() => ids.next()), notifications.map(({ id }) => id), notice.kind],
    ...[outbox.id, outbox.version, outbox.correlationId],
  ]);
  return left === undefined
    ? null
    : { ...outbox, ref: { kind: 'record', key: left.key }, effects: left.effects };
}

interface Left {
  key: string;
  effects: PendingEffect[];
}

/** What this statement inserts is not in its own snapshot: the new notification is counted by hand. */
const WRITE = {
  name: 'notifications',
  sql: `
  WITH pace AS MATERIALIZED (
    SELECT set_config('synchronous_commit', CASE WHEN ? THEN current_setting('synchronous_commit') ELSE 'off' END, true)
  ), made AS (
    INSERT INTO notifications (event_key, kind, title_en, title_ar, body_en, body_ar, data,
                               sealed, sealed_for, sealed_until, source_version, created_at, id, account_id)
    SELECT ?, ?, ?, ?, ?, ?, ?::jsonb, ?::bytea, ?::uuid, ?::timestamptz, ?::bigint, ?::timestamptz, r.id, r.account_id
      FROM pace, unnest((SELECT ?::uuid[]), (SELECT ?::uuid[])) AS r (id, account_id) JOIN accounts a ON a.id = r.account_id
    ON CONFLICT (event_key, account_id) DO NOTHING
    RETURNING id, account_id
  ), queued AS (
    INSERT INTO notification_deliveries (id, notification_id, channel, status)
    SELECT d.id, made.id, d.channel, CASE d.channel WHEN 'IN_APP' THEN 'DELIVERED' ELSE 'QUEUED' END
      FROM unnest((SELECT ?::uuid[]), (SELECT ?::uuid[]), (SELECT ?::text[])) AS d (id, notification_id, channel)
      JOIN made ON made.id = d.notification_id
  ), pushes AS (
    SELECT made.id AS key,
           jsonb_build_object('id', p.id, 'effect', jsonb_build_object(
             'do', 'push',
             'rooms', jsonb_build_array('account:' || made.account_id),
             'event', 'notification.created',
             'payload', jsonb_build_object('id', made.id, 'kind', p.kind, 'unreadCount', 1 + (
               SELECT count(*) FROM notifications n WHERE n.account_id = made.account_id AND n.read_at IS NULL
             )))) AS effect
      FROM (SELECT unnest((SELECT ?::uuid[])) AS id, unnest((SELECT ?::uuid[])) AS notification_id, ?::text AS kind) AS p
      JOIN made ON made.id = p.notification_id
  )
  INSERT INTO outbox (id, kind, version, correlation_id, key, effects)
  SELECT ?::uuid, 'record', ?::bigint, ?, (array_agg(key ORDER BY key))[1], jsonb_agg(effect ORDER BY key) FROM pushes HAVING count(*) > 0
  RETURNING key, effects`,
};
