import type { Database, Transaction } from '../../db/database.ts';
import { arrayOf, bigint, nullable, timestamptz, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const PLACE = { createdAt: timestamptz, id: uuid };

/** Position in the scan of old notifications. */
export type OldPlace = ValuesOf<typeof PLACE>;

/** Notifications written before this time, oldest first, starting after `after`. */
export function readOld(
  database: Database,
  { before, after, limit }: { before: Date; after: OldPlace | null; limit: number },
): Promise<OldPlace[]> {
  return old.all(database, {
    ...{ before, limit },
    afterAt: after?.createdAt ?? null,
    afterId: after?.id ?? null,
  });
}

const old = statement({
  name: 'notifications.old',
  sql: `SELECT created_at AS "createdAt", id FROM notifications
         WHERE created_at < :before
           AND (:afterId::uuid IS NULL OR (created_at, id) > (:afterAt::timestamptz, :afterId))
         ORDER BY created_at, id LIMIT :limit`,
  params: { before: timestamptz, afterAt: nullable(timestamptz), afterId: nullable(uuid), limit: bigint },
  row: PLACE,
});

/** Those of them that no other transaction has locked; locked until the commit. */
export async function lockOld(trx: Transaction, ids: readonly string[]): Promise<string[]> {
  return (await lock.all(trx, { ids })).map(({ id }) => id);
}

const lock = statement({
  name: 'notifications.lock_old',
  sql: 'SELECT id FROM notifications WHERE id = ANY (:ids) ORDER BY id FOR UPDATE SKIP LOCKED',
  params: { ids: arrayOf(uuid) },
  row: { id: uuid },
});

/**
 * Deletes notifications with their deliveries, except those with a waiting delivery that were not written before
 * `unsentBefore`. The caller has locked them, so deliveries queued again before are seen here, and none is queued again
 * meanwhile.
 */
export async function deleteSettled(
  trx: Transaction,
  ids: readonly string[],
  unsentBefore: Date | null,
): Promise<number> {
  return remove.count(trx, { ids, unsentBefore });
}

const remove = statement({
  name: 'notifications.delete_settled',
  sql: `WITH settled AS (
          SELECT n.id FROM notifications n
           WHERE n.id = ANY (:ids)
             AND (n.created_at < :unsentBefore::timestamptz OR NOT EXISTS (SELECT FROM notification_deliveries d
                              WHERE d.notification_id = n.id AND d.status IN ('QUEUED', 'SENDING', 'HELD')))
        ), deliveries AS (
          DELETE FROM notification_deliveries d USING settled WHERE d.notification_id = settled.id
        )
        DELETE FROM notifications n USING settled WHERE n.id = settled.id`,
  params: { ids: arrayOf(uuid), unsentBefore: nullable(timestamptz) },
});
