import type { NotificationKind } from '../../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Database } from '../../../db/database.ts';
import type { DeliveryStatus, QueuedChannel } from '../../../db/models/notification-delivery.ts';
import {
  arrayOf,
  bigint,
  boolean,
  bytea,
  double,
  integer,
  jsonb,
  nullable,
  oneOf,
  smallint,
  text,
  timestamptz,
  uuid,
} from '../../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../../db/statement.ts';

const CHANNEL = oneOf<QueuedChannel>();

const CLAIMED = {
  notificationId: uuid,
  channel: CHANNEL,
  /** Including this one: the number distinguishes this claim from later ones. */
  attempts: integer,
  urgency: smallint,
  kind: oneOf<NotificationKind>(),
  titleEn: text,
  titleAr: text,
  bodyEn: text,
  bodyAr: text,
  data: jsonb<JsonObject>(),
  sealed: nullable(bytea),
  sealedFor: nullable(uuid),
  /** Domain time. */
  sealedUntil: nullable(timestamptz),
  readAt: nullable(timestamptz),
  accountId: nullable(uuid),
  email: nullable(text),
  phone: nullable(text),
  /** Null: the recipient's language is unknown. */
  locale: nullable(oneOf<'en' | 'ar'>()),
};

/** A message claimed by this process, so no other one sends it. */
export type Claimed = ValuesOf<typeof CLAIMED>;

/**
 * Claims the next message of a channel: the longest waiting of the most urgent due ones. Null if none is due.
 *
 * @param leaseMs Milliseconds after which any process may claim it again, because its sender must have died.
 */
export function claimNext(
  database: Database,
  channel: QueuedChannel,
  leaseMs: number,
): Promise<Claimed | null> {
  return claim.first(database, { channel, leaseMs });
}

/**
 * Queries each urgency separately, so that urgent messages whose next attempt is far off are not scanned. The commit
 * does not wait for the disk: if PostgreSQL crashes and loses a claim, its sender's result is not recorded either.
 */
const claim = statement({
  name: 'sending.claim',
  sql: `
  WITH pace AS MATERIALIZED (
    SELECT set_config('synchronous_commit', 'off', true)
  ), due AS MATERIALIZED (
    SELECT d.notification_id, d.channel
      FROM pace CROSS JOIN generate_series(0, 2) AS u (urgency)
     CROSS JOIN LATERAL (
       SELECT notification_id, channel FROM notification_deliveries
        WHERE channel = :channel AND urgency = u.urgency AND status = 'QUEUED' AND next_attempt_at <= now()
        ORDER BY next_attempt_at, notification_id LIMIT 1
          FOR UPDATE SKIP LOCKED) d
     LIMIT 1
  ), claimed AS (
    UPDATE notification_deliveries d
       SET status = 'SENDING', attempts = attempts + 1, updated_at = now(),
           claimed_until = now() + make_interval(secs => :leaseMs::integer / 1000.0)
      FROM due WHERE d.notification_id = due.notification_id AND d.channel = due.channel
    RETURNING d.notification_id, d.channel, d.attempts, d.urgency
  )
  SELECT c.notification_id AS "notificationId", c.channel, c.attempts, c.urgency, n.kind,
         n.title_en AS "titleEn", n.title_ar AS "titleAr", n.body_en AS "bodyEn", n.body_ar AS "bodyAr", n.data,
         n.sealed, n.sealed_for AS "sealedFor", n.sealed_until AS "sealedUntil", n.read_at AS "readAt",
         n.account_id AS "accountId",
         -- a closed account has a placeholder instead of its address
         coalesce(n.recipient_email, CASE WHEN a.status <> 'CLOSED' THEN a.email END) AS email,
         coalesce(n.recipient_phone, a.phone, o.address->>'phone') AS phone,
         coalesce(n.recipient_locale, a.locale) AS locale
    FROM claimed c
    JOIN notifications n ON n.id = c.notification_id
    LEFT JOIN accounts a ON a.id = n.account_id
    -- the delivery address's phone, for buyers whose account has none
    LEFT JOIN orders o
      ON o.id = CASE WHEN n.kind = 'DELIVERY_CODE' AND a.phone IS NULL THEN (n.data->>'orderId')::uuid END`,
  params: { channel: CHANNEL, leaseMs: integer },
  row: CLAIMED,
  prepare: true,
});

/** The result to record for a claimed message. */
export interface Settled {
  status: Extract<DeliveryStatus, 'QUEUED' | 'SENT' | 'FAILED' | 'SUPPRESSED' | 'EXPIRED'>;
  /** The provider's reference, if the message is SENT. */
  providerRef: string | null;
  /** Why it is not sent, or not yet. */
  words: string | null;
  /** Milliseconds until its next attempt; null: it keeps its place in the queue. */
  pauseMs: number | null;
  /** Whether this attempt counts. */
  counts: boolean;
}

/**
 * Records how an attempt ended. Returns false if the claim had expired and another process has claimed the message.
 * That a message was sent is recorded even after the claim expired, unless it was claimed again.
 */
export async function settleClaim(
  database: Database,
  { notificationId, channel, attempts }: Pick<Claimed, 'notificationId' | 'channel' | 'attempts'>,
  settled: Settled,
): Promise<boolean> {
  return (await settle.count(database, { notificationId, channel, attempts, ...settled })) > 0;
}

const settle = statement({
  name: 'sending.settle',
  sql: `UPDATE notification_deliveries
           SET status = :status::text, provider_ref = :providerRef, last_error = :words,
               attempts = attempts - CASE WHEN :counts THEN 0 ELSE 1 END,
               next_attempt_at = CASE WHEN :pauseMs::float8 IS NULL THEN next_attempt_at
                                      ELSE now() + make_interval(secs => :pauseMs / 1000.0) END,
               claimed_until = NULL, updated_at = now()
         WHERE notification_id = :notificationId AND channel = :channel AND attempts = :attempts
           AND (status = 'SENDING' OR (status IN ('QUEUED', 'FAILED') AND :status = 'SENT'))`,
  params: {
    notificationId: uuid,
    channel: CHANNEL,
    attempts: integer,
    status: oneOf<Settled['status']>(),
    providerRef: nullable(text),
    words: nullable(text),
    pauseMs: nullable(double),
    counts: boolean,
  },
  prepare: true,
});

/** Recorded for a message whose sender died. */
const DIED = 'The process that was sending it ended; whether the provider has it is not known.';

/**
 * Queues messages again whose sender must have died, at their old place; those without attempts left fail. Returns how
 * many.
 *
 * @param leaseMs Counted from `updated_at` for messages whose claim has no time.
 */
export function recoverLost(
  database: Database,
  { leaseMs, maxAttempts, limit }: { leaseMs: number; maxAttempts: number; limit: number },
): Promise<number> {
  return recover.count(database, { leaseMs, maxAttempts, limit, words: DIED });
}

const recover = statement({
  name: 'sending.recover',
  sql: `UPDATE notification_deliveries d
           SET status = CASE WHEN attempts < :maxAttempts THEN 'QUEUED' ELSE 'FAILED' END,
               claimed_until = NULL, last_error = :words, updated_at = now()
          FROM (SELECT notification_id, channel FROM notification_deliveries
                 WHERE status = 'SENDING'
                   AND coalesce(claimed_until, updated_at + make_interval(secs => :leaseMs::integer / 1000.0)) < now()
                 LIMIT :limit FOR UPDATE SKIP LOCKED) lost
         WHERE d.notification_id = lost.notification_id AND d.channel = lost.channel AND d.status = 'SENDING'`,
  params: { leaseMs: integer, maxAttempts: integer, limit: bigint, words: text },
});

/** Queues messages that were held until now or earlier. Returns how many. */
export function releaseHeld(database: Database, now: Date, limit: number): Promise<number> {
  return release.count(database, { now, limit });
}

const release = statement({
  name: 'sending.release',
  sql: `UPDATE notification_deliveries d SET status = 'QUEUED', next_attempt_at = now(), updated_at = now()
          FROM (SELECT notification_id, channel FROM notification_deliveries
                 WHERE status = 'HELD' AND release_at <= :now
                 ORDER BY release_at LIMIT :limit FOR UPDATE SKIP LOCKED) due
         WHERE d.notification_id = due.notification_id AND d.channel = due.channel`,
  params: { now: timestamptz, limit: bigint },
});

/**
 * Expires messages with outdated codes, on channels that have a driver: a backlog of them must not delay new codes.
 * Returns how many.
 */
export function expireCodes(
  database: Database,
  asked: { now: Date; channels: readonly QueuedChannel[]; kinds: readonly NotificationKind[]; limit: number },
): Promise<number> {
  return expire.count(database, asked);
}

const expire = statement({
  name: 'sending.expire_codes',
  sql: `UPDATE notification_deliveries d SET status = 'EXPIRED', updated_at = now()
          FROM (SELECT q.notification_id, q.channel
                  FROM notification_deliveries q JOIN notifications n ON n.id = q.notification_id
                 WHERE q.status = 'QUEUED' AND q.channel = ANY(:channels) AND q.urgency = 0
                   AND n.kind = ANY(:kinds) AND (n.sealed IS NULL OR n.sealed_until <= :now)
                 LIMIT :limit FOR UPDATE OF q SKIP LOCKED) worthless
         WHERE d.notification_id = worthless.notification_id AND d.channel = worthless.channel`,
  params: {
    now: timestamptz,
    channels: arrayOf(CHANNEL),
    kinds: arrayOf(oneOf<NotificationKind>()),
    limit: bigint,
  },
});
