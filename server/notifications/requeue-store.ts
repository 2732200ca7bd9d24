import type { Transaction } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import { bigint, integer, nullable, oneOf, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';

/** Locks a notification until the commit, so that it is not purged. Returns false if it does not exist. */
export async function lockNotification(trx: Transaction, id: string): Promise<boolean> {
  return (await lock.count(trx, { id })) > 0;
}

const lock = statement({
  name: 'notifications.lock',
  sql: 'SELECT id FROM notifications WHERE id = :id FOR UPDATE',
  params: { id: uuid },
  row: { id: uuid },
});

/** A delivery before it was queued again. */
export interface Requeued {
  channel: QueuedChannel;
  attempts: number;
  lastError: string | null;
}

/** Queues the failed deliveries of a notification, on one channel or on all, as if they had never been attempted. */
export function requeueFailed(
  trx: Transaction,
  which: { id: string; channel: QueuedChannel | null },
): Promise<Requeued[]> {
  return requeue.all(trx, which);
}

const AGAIN = `status = 'QUEUED', attempts = 0, next_attempt_at = now(), claimed_until = NULL, updated_at = now()`;

const requeue = statement({
  name: 'notifications.requeue',
  sql: `WITH failed AS (
          SELECT channel, attempts, last_error FROM notification_deliveries
           WHERE notification_id = :id AND status = 'FAILED' AND (:channel::text IS NULL OR channel = :channel)
             FOR UPDATE
        ), queued AS (
          UPDATE notification_deliveries d SET ${AGAIN}
            FROM failed WHERE d.notification_id = :id AND d.channel = failed.channel
        )
        SELECT channel, attempts, last_error AS "lastError" FROM failed ORDER BY channel`,
  params: { id: uuid, channel: nullable(oneOf<QueuedChannel>()) },
  row: { channel: oneOf<QueuedChannel>(), attempts: integer, lastError: nullable(text) },
});

/** Queues the oldest failed deliveries of a channel, at most `limit`. Returns how many. */
export function requeueChannel(
  trx: Transaction,
  which: { channel: QueuedChannel; kind: string | null; limit: number },
): Promise<number> {
  return requeueMany.count(trx, which);
}

const requeueMany = statement({
  name: 'notifications.requeue_channel',
  sql: `WITH failed AS (
          SELECT d.notification_id FROM notification_deliveries d
           WHERE d.status = 'FAILED' AND d.channel = :channel
             AND EXISTS (SELECT FROM notifications n
                          WHERE n.id = d.notification_id AND (:kind::text IS NULL OR n.kind = :kind))
           ORDER BY d.created_at LIMIT :limit FOR UPDATE SKIP LOCKED
        )
        UPDATE notification_deliveries d SET ${AGAIN}
          FROM failed WHERE d.notification_id = failed.notification_id AND d.channel = :channel`,
  params: { channel: oneOf<QueuedChannel>(), kind: nullable(text), limit: bigint },
});
