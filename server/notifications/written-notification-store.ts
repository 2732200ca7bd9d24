import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { PendingEffect } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import { arrayOf, boolean, jsonb, text, uuid } from '../../db/sql-types.ts';
import { statement, type ValuesOf } from '../../db/statement.ts';
import { ADDRESSED, type Addressed, RECIPIENTS } from './recipient-store.ts';

/** A notification with its recipients, as the statement's input. */
export interface AskedRow extends Addressed {
  /** Its index in this statement's input. */
  place: number;
  effect_id: string;
  kind: NotificationKind;
  title_en: string;
  title_ar: string;
  body_en: string;
  body_ar: string;
  data: JsonObject;
  channels: readonly QueuedChannel[];
  /** Lower is sent first. */
  urgency: number;
  /** Whether the recipient may switch it off, and whether quiet hours hold it. */
  may_switch: boolean;
  may_hold: boolean;
  version: number;
  /** RFC 3339. */
  at: string;
  /** A delivery code in base64, with its task and its expiry; all of them, or none. */
  sealed?: string;
  sealed_for?: string;
  sealed_until?: string;
}

/**
 * Maximum number of unread notifications counted for a live event, so that accounts with thousands of them do not make
 * each further one slower.
 */
const MAX_COUNTED_UNREAD = 100;

const WRITTEN = {
  asked: jsonb<readonly AskedRow[]>(),
  durable: boolean,
  /** Outbox rows with nothing left to do, deleted in the same statement. */
  finished: arrayOf(uuid),
  outboxId: uuid,
  correlationId: text,
};

/**
 * Writes notifications as described at `writeNotifications`. Returns what it stored in the outbox; null if it wrote
 * none.
 */
export function insertNotifications(
  executor: Database | Transaction,
  written: ValuesOf<typeof WRITTEN>,
): Promise<{ key: string; effects: PendingEffect[] } | null> {
  return insert.first(executor, written);
}

/**
 * The rows this statement inserts are not in its own snapshot, so the new notifications are counted separately. Every
 * account exists because of the join with accounts, and every delivery's notification because of `made`; there are no
 * foreign keys to check them again.
 */
const insert = statement({
  name: 'notifications.write',
  sql: `
  -- also writes the outbox: adds the live events of the inserted rows, which only this statement knows, and deletes
  -- finished rows
  WITH pace AS MATERIALIZED (
    SELECT set_config('synchronous_commit', CASE WHEN :durable THEN current_setting('synchronous_commit') ELSE 'off' END, true)
  ), gone AS (
    DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o WHERE o.id = ANY(:finished) FOR UPDATE SKIP LOCKED)
  ), asked AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset(:asked::jsonb) AS n (
      place integer, ${ADDRESSED}, effect_id text, kind text, title_en text, title_ar text, body_en text, body_ar text,
      data jsonb, channels text[], urgency smallint,
      may_switch boolean, may_hold boolean, version bigint, at timestamptz, sealed text, sealed_for uuid, sealed_until timestamptz)
  ), recipients AS (${RECIPIENTS}
  ), made AS (
    INSERT INTO notifications (id, event_key, account_id, kind, title_en, title_ar, body_en, body_ar, data,
                               sealed, sealed_for, sealed_until, source_version, created_at)
    SELECT deterministic_id(n.effect_id, 'notification', a.id::text), n.effect_id, a.id, n.kind, n.title_en, n.title_ar,
           n.body_en, n.body_ar, n.data, decode(n.sealed, 'base64'), n.sealed_for, n.sealed_until, n.version, n.at
      FROM pace, asked n JOIN recipients r ON r.place = n.place JOIN accounts a ON a.id = r.account_id
     ORDER BY n.place, a.id
    ON CONFLICT (id) DO NOTHING
    RETURNING id, event_key, account_id, kind
  ), queued AS (
    INSERT INTO notification_deliveries (notification_id, channel, status, urgency, release_at)
    SELECT made.id, c.channel,
           CASE WHEN (n.kind || ':' || c.channel) = ANY (p.switched_off) THEN 'SUPPRESSED'
                WHEN p.quiet_ends IS NOT NULL THEN 'HELD' ELSE 'QUEUED' END,
           n.urgency,
           CASE WHEN (n.kind || ':' || c.channel) = ANY (p.switched_off) THEN NULL ELSE p.quiet_ends END
      FROM made JOIN asked n ON n.effect_id = made.event_key
      LEFT JOIN LATERAL (
           SELECT w.switched_off,
                  CASE WHEN n.may_hold THEN quiet_hours_end(n.at, w.quiet_from, w.quiet_until, w.quiet_zone) END AS quiet_ends
             FROM notification_preferences w WHERE n.may_switch AND w.account_id = made.account_id
            OFFSET 0) p ON true
     CROSS JOIN unnest(n.channels) AS c (channel)
  ), unread AS MATERIALIZED (
    SELECT m.account_id, u.count
      FROM (SELECT DISTINCT account_id FROM made) m
     CROSS JOIN LATERAL (SELECT count(*) FROM (SELECT FROM notifications n
                                                WHERE n.account_id = m.account_id AND n.read_at IS NULL
                                                LIMIT ${MAX_COUNTED_UNREAD}) counted) u
  ), pushes AS (
    SELECT n.place, n.version, made.id AS key,
           jsonb_build_object('id', gen_random_uuid(), 'effect', jsonb_build_object(
             'do', 'push',
             'rooms', jsonb_build_array('account:' || made.account_id),
             'event', 'notification.created',
             'payload', jsonb_build_object('id', made.id, 'kind', made.kind, 'unreadCount',
               least(${MAX_COUNTED_UNREAD},
                     unread.count + row_number() OVER (PARTITION BY made.account_id ORDER BY n.place))))) AS effect
      FROM made JOIN asked n ON n.effect_id = made.event_key JOIN unread ON unread.account_id = made.account_id
  )
  INSERT INTO outbox (id, kind, version, correlation_id, key, effects)
  SELECT :outboxId::uuid, 'record', max(version), :correlationId, (array_agg(key ORDER BY place, key))[1],
         jsonb_agg(effect ORDER BY place, key)
    FROM pushes HAVING count(*) > 0
  RETURNING key, effects`,
  params: WRITTEN,
  row: { key: uuid, effects: jsonb<PendingEffect[]>() },
  prepare: true,
});
