import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type {
  DeliveryStatus,
  NotificationChannel,
  QueuedChannel,
} from '../../db/models/notification-delivery.ts';
import {
  arrayOf,
  bigint,
  integer,
  jsonb,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';

const CHANNEL = oneOf<NotificationChannel>();
const STATUS = oneOf<DeliveryStatus>();

interface DeliveryRow {
  channel: NotificationChannel;
  status: DeliveryStatus;
  attempts: number;
  release_at: string | null;
  updated_at: string;
}

const SENT = {
  id: uuid,
  account_id: uuid,
  kind: text,
  data: jsonb<JsonObject>(),
  created_at: timestamptz,
  read_at: nullable(timestamptz),
  deliveries: jsonb<DeliveryRow[]>(),
};

export type SentRow = ValuesOf<typeof SENT>;

export interface SentFilter {
  accountId: string | null;
  kind: string | null;
  channel: NotificationChannel | null;
  status: DeliveryStatus | null;
  /** Only what these accounts were told of an order since it was placed. */
  about: { orderId: string; accountIds: readonly string[]; since: Date } | null;
  /** When the last page's last was written, and its id. */
  before: { createdAt: Date; id: string } | null;
  count: number;
}

/** Channels that take a provider. */
const OUTSIDE: readonly QueuedChannel[] = ['EMAIL', 'SMS', 'PUSH'];

/**
 * Notifications to all accounts, newest first, each with its way through every channel. In the app each is delivered by
 * being there, so that is said here and has no row.
 */
export function readSent(database: Database, { before, about, ...rest }: SentFilter): Promise<SentRow[]> {
  return sent.all(database, {
    ...rest,
    orderId: about?.orderId ?? null,
    involved: about?.accountIds ?? null,
    since: about?.since ?? null,
    beforeAt: before?.createdAt ?? null,
    beforeId: before?.id ?? null,
  });
}

const sent = statement({
  name: 'notifications.sent',
  sql: `SELECT n.id, n.account_id, n.kind, n.data, n.created_at, n.read_at, d.deliveries
          FROM (SELECT n.id, n.account_id, n.kind, n.data, n.created_at, n.read_at FROM notifications n
                 WHERE n.account_id IS NOT NULL
                   AND (:beforeId::uuid IS NULL OR (n.created_at, n.id) < (:beforeAt::timestamptz, :beforeId))
                   AND (:accountId::uuid IS NULL OR n.account_id = :accountId)
                   AND (:orderId::text IS NULL OR (n.account_id = ANY (:involved::uuid[])
                        AND n.created_at >= :since::timestamptz AND n.data ->> 'orderId' = :orderId))
                   AND (:kind::text IS NULL OR n.kind = :kind)
                   AND ((coalesce(:channel::text, 'IN_APP') = 'IN_APP'
                         AND coalesce(:status::text, 'DELIVERED') = 'DELIVERED') OR EXISTS (
                         SELECT 1 FROM notification_deliveries e
                          WHERE e.notification_id = n.id
                            AND (:channel IS NULL OR e.channel = :channel)
                            AND (:status IS NULL OR e.status = :status)))
                 ORDER BY n.created_at DESC, n.id DESC LIMIT :count) n
         CROSS JOIN LATERAL (
           SELECT coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'attempts', attempts,
                                                        'release_at', release_at, 'updated_at', updated_at)
                                     ORDER BY channel), '[]') AS deliveries
             FROM (SELECT 'IN_APP' AS channel, 'DELIVERED' AS status, 0 AS attempts, NULL::timestamptz AS release_at,
                          n.created_at AS updated_at
                   UNION ALL
                   SELECT channel, status, attempts, release_at, updated_at
                     FROM notification_deliveries WHERE notification_id = n.id) ways) d
         ORDER BY n.created_at DESC, n.id DESC`,
  params: {
    beforeId: nullable(uuid),
    beforeAt: nullable(timestamptz),
    accountId: nullable(uuid),
    orderId: nullable(text),
    involved: nullable(arrayOf(uuid)),
    since: nullable(timestamptz),
    kind: nullable(text),
    channel: nullable(CHANNEL),
    status: nullable(STATUS),
    count: bigint,
  },
  row: SENT,
});

/** How many deliveries wait for a provider, by channel. */
export async function readBacklog(
  database: Database,
): Promise<{ channel: NotificationChannel; queued: number }[]> {
  const rows = await queued.all(database, {});
  const counts = new Map(rows.map((row) => [row.channel, row.queued]));
  return OUTSIDE.map((channel) => ({ channel, queued: counts.get(channel) ?? 0 }));
}

const queued = statement({
  name: 'notifications.queued',
  sql: `SELECT channel, count(*) AS queued FROM notification_deliveries WHERE status = 'QUEUED' GROUP BY channel`,
  row: { channel: CHANNEL, queued: bigint },
});

/** Channels with messages that have been in sending for more than `minutes`: how many, and since when the oldest. */
export function readStuck(
  executor: Database | Transaction,
  minutes: number,
): Promise<{ channel: NotificationChannel; since: Date; count: number }[]> {
  return stuck.all(executor, { minutes });
}

const stuck = statement({
  name: 'notifications.stuck',
  sql: `SELECT channel, min(updated_at) AS since, count(*) AS count FROM notification_deliveries
         WHERE status = 'SENDING' AND updated_at < now() - make_interval(mins => :minutes)
         GROUP BY channel ORDER BY channel`,
  params: { minutes: integer },
  row: { channel: CHANNEL, since: timestamptz, count: bigint },
});
