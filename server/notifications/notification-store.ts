import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../db/database.ts';
import {
  arrayOf,
  bigint,
  bytea,
  jsonb,
  nothing,
  nullable,
  text,
  timestamptz,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const SHOWN = {
  id: uuid,
  kind: text,
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  /** A delivery code encrypted with AES-256-GCM, and its expiry; null once used, replaced or expired. */
  sealed: nullable(bytea),
  sealedUntil: nullable(timestamptz),
  createdAt: timestamptz,
  readAt: nullable(timestamptz),
};

/** One event, as notified to one account. */
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

/** The last row of a page of the list. */
export interface BellPlace {
  createdAt: Date;
  id: string;
}

/** Newest first, starting after `after`. */
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

/** The notification after marking it; null if the account has none with this id. Marking it again changes nothing. */
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

/** Unerased codes sent to this account for these tasks, newest last. */
export function codesOfTasks(
  database: Database,
  accountId: string,
  taskIds: readonly string[],
): Promise<NotificationRow[]> {
  return ofTasks.all(database, { accountId, taskIds });
}

const ofTasks = statement({
  name: 'notifications.codes_of_tasks',
  sql: `SELECT ${COLUMNS} FROM notifications
         WHERE sealed IS NOT NULL AND sealed_for = ANY(:taskIds::uuid[]) AND account_id = :accountId
         ORDER BY source_version`,
  params: { accountId: uuid, taskIds: arrayOf(uuid) },
  row: SHOWN,
});

/** Locks the codes of a group until the commit. */
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

/** Erases the codes of a group that are older than this version. */
export async function eraseOlderCodes(trx: Transaction, group: GroupAt): Promise<void> {
  await eraseOlder.count(trx, group);
}

const eraseOlder = statement({
  name: 'notifications.erase_older_codes',
  sql: `UPDATE notifications SET sealed = NULL
         WHERE sealed IS NOT NULL AND ${OF_GROUP} AND source_version < :version`,
  params: GROUP_PARAMS,
});

/** Whether the group has a notification of one of these kinds that is newer than this version. */
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

/** Erases codes that have expired by `now`, and those whose delivery is no longer under way. Returns how many. */
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
