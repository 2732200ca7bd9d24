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
  next_attempt_at: string | null;
  last_error: string | null;
  updated_at: string;
}

const SENT = {
  id: uuid,
  account_id: nullable(uuid),
  /** For a message to an address: its e-mail or phone. */
  address: nullable(text),
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
  /** Time and id of the last row of the previous page. */
  before: { createdAt: Date; id: string } | null;
  count: number;
}

/** Channels with a provider. */
const OUTSIDE: readonly QueuedChannel[] = ['EMAIL', 'SMS', 'PUSH'];

/**
 * Notifications to all accounts and messages to addresses, newest first, each with its delivery through every channel.
 * In-app delivery needs no row, so it is added here.
 */
export function readSent(database: Database, { before, ...rest }: SentFilter): Promise<SentRow[]> {
  const given = { ...rest, beforeAt: before?.createdAt ?? null, beforeId: before?.id ?? null };
  return given.status === 'FAILED' ? failed.all(database, given) : sent.all(database, given);
}

/** The notifications of these accounts about an order since it was placed, newest first, at most `count`. */
export function readSentAbout(
  database: Database,
  about: { orderId: string; accountIds: readonly string[]; since: Date; count: number },
): Promise<SentRow[]> {
  return ofOrder.all(database, about);
}

export async function readOneSent(database: Database, id: string): Promise<SentRow | null> {
  return one.first(database, { id });
}

/** @param found A query for the notifications, with the table's columns. */
const shown = (found: string) => `
  SELECT n.id, n.account_id, coalesce(n.recipient_email, n.recipient_phone) AS address, n.kind, n.data,
         n.created_at, n.read_at, d.deliveries
    FROM (${found}) n
   CROSS JOIN LATERAL (
     SELECT coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'attempts', attempts,
                                                  'release_at', release_at, 'next_attempt_at', next_attempt_at,
                                                  'last_error', last_error, 'updated_at', updated_at)
                               ORDER BY channel), '[]') AS deliveries
       FROM (SELECT 'IN_APP' AS channel, 'DELIVERED' AS status, 0 AS attempts, NULL::timestamptz AS release_at,
                    NULL::timestamptz AS next_attempt_at, NULL AS last_error, n.created_at AS updated_at
              WHERE n.account_id IS NOT NULL
             UNION ALL
             SELECT channel, status, attempts, release_at,
                    CASE WHEN status = 'QUEUED' THEN next_attempt_at END, last_error, updated_at
               FROM notification_deliveries WHERE notification_id = n.id) ways) d
   ORDER BY n.created_at DESC, n.id DESC`;

const PAGE = `
  (:beforeId::uuid IS NULL OR (n.created_at, n.id) < (:beforeAt::timestamptz, :beforeId))
   AND (:accountId::uuid IS NULL OR n.account_id = :accountId)
   AND (:kind::text IS NULL OR n.kind = :kind)`;
const FILTER = {
  beforeId: nullable(uuid),
  beforeAt: nullable(timestamptz),
  accountId: nullable(uuid),
  kind: nullable(text),
  channel: nullable(CHANNEL),
  status: nullable(STATUS),
  count: bigint,
};

const { status: _status, ...FILTER_OF_FAILED } = FILTER;

const sent = statement({
  name: 'notifications.sent',
  sql: shown(`
    SELECT n.* FROM notifications n
     WHERE ${PAGE}
       AND ((n.account_id IS NOT NULL AND coalesce(:channel::text, 'IN_APP') = 'IN_APP'
             AND coalesce(:status::text, 'DELIVERED') = 'DELIVERED') OR EXISTS (
             SELECT 1 FROM notification_deliveries e
              WHERE e.notification_id = n.id
                AND (:channel IS NULL OR e.channel = :channel)
                AND (:status IS NULL OR e.status = :status)))
     ORDER BY n.created_at DESC, n.id DESC LIMIT :count`),
  params: FILTER,
  row: SENT,
});
/** Failed deliveries are few, so they have an index of their own. */
const failed = statement({
  name: 'notifications.failed',
  sql: shown(`
    SELECT n.* FROM notifications n
     WHERE ${PAGE}
       AND n.id IN (SELECT e.notification_id FROM notification_deliveries e
                     WHERE e.status = 'FAILED' AND (:channel::text IS NULL OR e.channel = :channel))
     ORDER BY n.created_at DESC, n.id DESC LIMIT :count`),
  params: FILTER_OF_FAILED,
  row: SENT,
});
const ofOrder = statement({
  name: 'notifications.sent_about',
  sql: shown(`
    SELECT n.* FROM notifications n
     WHERE n.account_id = ANY (:accountIds::uuid[]) AND n.created_at >= :since AND n.data ->> 'orderId' = :orderId
     ORDER BY n.created_at DESC, n.id DESC LIMIT :count`),
  params: { accountIds: arrayOf(uuid), since: timestamptz, orderId: text, count: bigint },
  row: SENT,
});
const one = statement({
  name: 'notifications.sent_one',
  sql: shown('SELECT n.* FROM notifications n WHERE n.id = :id'),
  params: { id: uuid },
  row: SENT,
});

/** The backlog of a channel. */
export interface Backlog {
  channel: QueuedChannel;
  queued: number;
  /** Waiting for the end of quiet hours. */
  held: number;
  failed: number;
  /** Real time: since when the oldest queued message waits. */
  since: Date | null;
  /** The same in seconds. */
  seconds: number | null;
}

export async function readBacklog(database: Database): Promise<Backlog[]> {
  const rows = await waiting.all(database, {});
  const known = new Map(rows.map((row) => [row.channel, row]));
  return OUTSIDE.map(
    (channel) => known.get(channel) ?? { channel, queued: 0, held: 0, failed: 0, since: null, seconds: null },
  );
}

const waiting = statement({
  name: 'notifications.backlog',
  sql: `SELECT channel, sum(queued)::bigint AS queued, sum(held)::bigint AS held, sum(failed)::bigint AS failed, min(since) AS since,
               floor(extract(epoch FROM now() - min(since)))::bigint AS seconds
          FROM (SELECT channel, count(*) AS queued, 0 AS held, 0 AS failed, min(created_at) AS since
                  FROM notification_deliveries WHERE status = 'QUEUED' GROUP BY channel
                UNION ALL
                SELECT channel, 0, count(*), 0, NULL FROM notification_deliveries WHERE status = 'HELD' GROUP BY channel
                UNION ALL
                SELECT channel, 0, 0, count(*), NULL FROM notification_deliveries WHERE status = 'FAILED' GROUP BY channel
               ) each
         GROUP BY channel`,
  row: {
    channel: oneOf<QueuedChannel>(),
    queued: bigint,
    held: bigint,
    failed: bigint,
    since: nullable(timestamptz),
    seconds: nullable(bigint),
  },
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

/** Of these channels, those with messages that have been due for more than `minutes`: how many, and since when. */
export function readOverdue(
  executor: Database | Transaction,
  channels: readonly QueuedChannel[],
  minutes: number,
): Promise<{ channel: NotificationChannel; since: Date; count: number }[]> {
  return channels.length === 0 ? Promise.resolve([]) : overdue.all(executor, { channels, minutes });
}

const overdue = statement({
  name: 'notifications.overdue',
  sql: `SELECT channel, min(next_attempt_at) AS since, count(*) AS count FROM notification_deliveries
         WHERE status = 'QUEUED' AND channel = ANY(:channels)
           AND next_attempt_at < now() - make_interval(mins => :minutes)
         GROUP BY channel ORDER BY channel`,
  params: { channels: arrayOf(oneOf<QueuedChannel>()), minutes: integer },
  row: { channel: CHANNEL, since: timestamptz, count: bigint },
});
