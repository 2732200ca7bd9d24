import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { PendingEffect } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { NotificationChannel } from '../../db/models/notification-delivery.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  jsonb,
  nothing,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const CHANNEL = oneOf<NotificationChannel>();

const SHOWN = {
  id: uuid,
  kind: text,
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  /** A delivery code under AES-256-GCM, and its end; null once used, replaced or expired. */
  sealed: nullable(bytea),
  sealedUntil: nullable(timestamptz),
  createdAt: timestamptz,
  readAt: nullable(timestamptz),
};

/** One event told to one account. */
export type NotificationRow = ValuesOf<typeof SHOWN>;

const COLUMNS = `id, kind, title_en AS "titleEn", title_ar AS "titleAr", body_en AS "bodyEn", body_ar AS "bodyAr",
  data, sealed, sealed_until AS "sealedUntil", created_at AS "createdAt", read_at AS "readAt"`;

export async function unreadCount(executor: Database | Transaction, accountId: string): Promise<number> {
  return (await unread.first(executor, { accountId }))?.count ?? 0;
}

const unread = statement({
  name: 'notifications.unread_count',
  sql: 'SELECT count(*) AS count FROM notifications WHERE account_id = :accountId AND read_at IS NULL',
  params: { accountId: uuid },
  row: { count: bigint },
});

/** Where a page of the bell ended. */
export interface BellPlace {
  createdAt: Date;
  id: string;
}

/** Newest first, from the one after `after`. */
export function listNotifications(
  executor: Database | Transaction,
  accountId: string,
  after: BellPlace | null,
  limit: number,
): Promise<NotificationRow[]> {
  return list.all(executor, {
    accountId,
    afterAt: after?.createdAt ?? null,
    afterId: after?.id ?? null,
    limit,
  });
}

const list = statement({
  name: 'notifications.list',
  sql: `SELECT ${COLUMNS} FROM notifications
         WHERE account_id = :accountId
           AND (:afterId::uuid IS NULL OR (created_at, id) < (:afterAt::timestamptz, :afterId))
         ORDER BY created_at DESC, id DESC LIMIT :limit`,
  params: { accountId: uuid, afterAt: nullable(timestamptz), afterId: nullable(uuid), limit: bigint },
  row: SHOWN,
});

/** The notification as it stands then; null when the account has none with this id. A second reading changes nothing. */
export async function markRead(
  trx: Transaction,
  accountId: string,
  id: string,
  at: Date,
): Promise<NotificationRow | null> {
  await markOne.count(trx, { id, accountId, at });
  return one.first(trx, { id, accountId });
}

const markOne = statement({
  name: 'notifications.mark_read',
  sql: `UPDATE notifications SET read_at = :at
         WHERE id = :id AND account_id = :accountId AND read_at IS NULL`,
  params: { id: uuid, accountId: uuid, at: timestamptz },
});
const one = statement({
  name: 'notifications.by_id',
  sql: `SELECT ${COLUMNS} FROM notifications WHERE id = :id AND account_id = :accountId`,
  params: { id: uuid, accountId: uuid },
  row: SHOWN,
});

export async function markAllRead(trx: Transaction, accountId: string, at: Date): Promise<void> {
  await markAll.count(trx, { accountId, at });
}

const markAll = statement({
  name: 'notifications.mark_all_read',
  sql: 'UPDATE notifications SET read_at = :at WHERE account_id = :accountId AND read_at IS NULL',
  params: { accountId: uuid, at: timestamptz },
});

const WRITTEN = {
  durable: boolean,
  effectId: text,
  kind: text,
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  sealed: nullable(bytea),
  sealedFor: nullable(uuid),
  sealedUntil: nullable(timestamptz),
  version: bigint,
  at: timestamptz,
  /** One of each per recipient. */
  ids: arrayOf(uuid),
  accountIds: arrayOf(uuid),
  pushIds: arrayOf(uuid),
  /** One of each per recipient and channel. */
  deliveryIds: arrayOf(uuid),
  deliveryOf: arrayOf(uuid),
  channels: arrayOf(CHANNEL),
  outboxId: uuid,
  correlationId: text,
};

/** Writes notifications as `writeNotifications` says. What it left in the outbox; null when it wrote none. */
export function insertNotifications(
  executor: Database | Transaction,
  written: ValuesOf<typeof WRITTEN>,
): Promise<{ key: string; effects: PendingEffect[] } | null> {
  return insert.first(executor, written);
}

/** What this statement inserts is not in its own snapshot: the new notification is counted by hand. */
const insert = statement({
  name: 'notifications.write',
  sql: `
  -- also writes outbox: the live events of what it inserts, which only it knows
  WITH pace AS MATERIALIZED (
    SELECT set_config('synchronous_commit', CASE WHEN :durable THEN current_setting('synchronous_commit') ELSE 'off' END, true)
  ), made AS (
    INSERT INTO notifications (event_key, kind, title_en, title_ar, body_en, body_ar, data,
                               sealed, sealed_for, sealed_until, source_version, created_at, id, account_id)
    SELECT :effectId, :kind, :titleEn, :titleAr, :bodyEn, :bodyAr, :data::jsonb, :sealed::bytea, :sealedFor::uuid,
           :sealedUntil::timestamptz, :version::bigint, :at::timestamptz, r.id, r.account_id
      FROM pace, unnest((SELECT :ids::uuid[]), (SELECT :accountIds::uuid[])) AS r (id, account_id)
      JOIN accounts a ON a.id = r.account_id
    ON CONFLICT (event_key, account_id) DO NOTHING
    RETURNING id, account_id
  ), queued AS (
    INSERT INTO notification_deliveries (id, notification_id, channel, status)
    SELECT d.id, made.id, d.channel, CASE d.channel WHEN 'IN_APP' THEN 'DELIVERED' ELSE 'QUEUED' END
      FROM unnest((SELECT :deliveryIds::uuid[]), (SELECT :deliveryOf::uuid[]), (SELECT :channels::text[]))
           AS d (id, notification_id, channel)
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
      FROM (SELECT unnest((SELECT :pushIds::uuid[])) AS id, unnest((SELECT :ids::uuid[])) AS notification_id,
                   :kind::text AS kind) AS p
      JOIN made ON made.id = p.notification_id
  )
  INSERT INTO outbox (id, kind, version, correlation_id, key, effects)
  SELECT :outboxId::uuid, 'record', :version::bigint, :correlationId, (array_agg(key ORDER BY key))[1],
         jsonb_agg(effect ORDER BY key)
    FROM pushes HAVING count(*) > 0
  RETURNING key, effects`,
  params: WRITTEN,
  row: { key: uuid, effects: jsonb<PendingEffect[]>() },
  prepare: true,
});

/** Holds the codes of a group until the commit. */
export async function lockCodes(trx: Transaction, groupId: string): Promise<void> {
  await lockGroup.first(trx, { name: `delivery-code:${groupId}` });
}

const lockGroup = statement({
  name: 'notifications.lock_codes',
  sql: 'SELECT pg_advisory_xact_lock(hashtextextended(:name, 0)) AS locked',
  params: { name: text },
  row: { locked: nothing },
});

const OF_GROUP = `account_id = ANY(:accountIds::uuid[]) AND data->>'groupId' = :groupId`;
const GROUP_PARAMS = { accountIds: arrayOf(uuid), groupId: text, version: bigint };
type GroupAt = ValuesOf<typeof GROUP_PARAMS>;

/** Erases the codes of a group that are older than a version. */
export async function eraseOlderCodes(trx: Transaction, group: GroupAt): Promise<void> {
  await eraseOlder.count(trx, group);
}

const eraseOlder = statement({
  name: 'notifications.erase_older_codes',
  sql: `UPDATE notifications SET sealed = NULL
         WHERE sealed IS NOT NULL AND ${OF_GROUP} AND source_version < :version`,
  params: GROUP_PARAMS,
});

/** Whether the group has a notification of one of these kinds that is newer than a version. */
export async function newerExists(
  trx: Transaction,
  group: GroupAt & { kinds: readonly string[] },
): Promise<boolean> {
  return (await newer.count(trx, group)) > 0;
}

const newer = statement({
  name: 'notifications.newer_of_group',
  sql: `SELECT id FROM notifications
         WHERE ${OF_GROUP} AND kind = ANY(:kinds::text[]) AND source_version > :version LIMIT 1`,
  params: { ...GROUP_PARAMS, kinds: arrayOf(text) },
  row: { id: uuid },
});

/** Erases codes that have expired by `now`, and those whose delivery is not under way any more. Answers how many. */
export function eraseSpent(database: Database, now: Date): Promise<number> {
  return spent.count(database, { now });
}

const spent = statement({
  name: 'notifications.erase_spent_codes',
  sql: `UPDATE notifications n SET sealed = NULL
         WHERE sealed IS NOT NULL
           AND (sealed_until <= :now
                OR EXISTS (SELECT 1 FROM delivery_tasks t
                            WHERE t.id = n.sealed_for AND t.status NOT IN ('IN_TRANSIT', 'ARRIVED')))`,
  params: { now: timestamptz },
});

const INVITATION = {
  id: uuid,
  eventKey: text,
  email: text,
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  sealed: bytea,
  sealedFor: uuid,
  sealedUntil: timestamptz,
  at: timestamptz,
};

/** A message to an e-mail address. */
export async function insertInvitation(
  trx: Transaction,
  invitation: ValuesOf<typeof INVITATION>,
  deliveries: readonly { id: string; channel: NotificationChannel }[],
): Promise<void> {
  await insertMessage.count(trx, invitation);
  await queueMessage.count(trx, {
    notificationId: invitation.id,
    ids: deliveries.map(({ id }) => id),
    channels: deliveries.map(({ channel }) => channel),
  });
}

const insertMessage = statement({
  name: 'notifications.insert_invitation',
  sql: `INSERT INTO notifications (id, event_key, recipient_email, kind, title_en, title_ar, body_en, body_ar, data,
                                   sealed, sealed_for, sealed_until, source_version, created_at)
        VALUES (:id, :eventKey, :email, 'STAFF_INVITATION', :titleEn, :titleAr, :bodyEn, :bodyAr, :data,
                :sealed, :sealedFor, :sealedUntil, 1, :at)`,
  params: INVITATION,
});
const queueMessage = statement({
  name: 'notifications.queue_invitation',
  sql: `INSERT INTO notification_deliveries (id, notification_id, channel, status)
        SELECT d.id, :notificationId, d.channel, 'QUEUED'
          FROM unnest(:ids::uuid[], :channels::text[]) AS d (id, channel)`,
  params: { notificationId: uuid, ids: arrayOf(uuid), channels: arrayOf(CHANNEL) },
});

/** The tokens of invitations that have ended open nothing: they are erased. */
export async function eraseInvitations(trx: Transaction, invitationIds: readonly string[]): Promise<void> {
  await eraseTokens.count(trx, { invitationIds });
}

const eraseTokens = statement({
  name: 'notifications.erase_invitations',
  sql: 'UPDATE notifications SET sealed = NULL WHERE sealed_for = ANY(:invitationIds) AND sealed IS NOT NULL',
  params: { invitationIds: arrayOf(uuid) },
});
