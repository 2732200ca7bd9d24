import type { JsonObject } from '../../actors/runtime/machine.ts';
import type { Database } from '../../db/database.ts';
import type { DeliveryStatus, NotificationChannel } from '../../db/models/notification-delivery.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { NoticeKind } from './channels.ts';

type Schemas = components['schemas'];

export interface SentRow {
  id: string;
  account_id: string;
  kind: string;
  data: JsonObject;
  created_at: Date;
  read_at: Date | null;
  deliveries: DeliveryRow[];
}

interface DeliveryRow {
  channel: NotificationChannel;
  status: DeliveryStatus;
  attempts: number;
  release_at: string | null;
  updated_at: string;
}

export interface SentFilter {
  accountId: string | null;
  kind: string | null;
  channel: NotificationChannel | null;
  status: DeliveryStatus | null;
  /** When the last page's last was written (RFC 3339), and its id. */
  before: { createdAt: string; id: string } | null;
  count: number;
}

/** Channels that take a provider. */
const OUTSIDE: readonly NotificationChannel[] = ['EMAIL', 'SMS', 'PUSH'];

/** Notifications to all accounts, newest first, each with its way through every channel. */
export async function readSent(database: Database, { before, ...rest }: SentFilter): Promise<SentRow[]> {
  const { rows } = await database.raw<{ rows: SentRow[] }>(
    `SELECT n.id, n.account_id, n.kind, n.data, n.created_at, n.read_at, d.deliveries
       FROM (SELECT * FROM notifications n
              WHERE n.account_id IS NOT NULL
                AND (:beforeId::uuid IS NULL OR (n.created_at, n.id) < (:beforeAt::timestamptz, :beforeId::uuid))
                AND (:accountId::uuid IS NULL OR n.account_id = :accountId::uuid)
                AND (:kind::text IS NULL OR n.kind = :kind)
                AND (coalesce(:channel::text, :status::text) IS NULL OR EXISTS (
                      SELECT 1 FROM notification_deliveries e
                       WHERE e.notification_id = n.id
                         AND (:channel::text IS NULL OR e.channel = :channel)
                         AND (:status::text IS NULL OR e.status = :status)))
              ORDER BY n.created_at DESC, n.id DESC LIMIT :count) n
      CROSS JOIN LATERAL (
        SELECT coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'status', status, 'attempts', attempts,
                                                     'release_at', release_at, 'updated_at', updated_at)
                                  ORDER BY channel), '[]') AS deliveries
          FROM notification_deliveries WHERE notification_id = n.id) d
      ORDER BY n.created_at DESC, n.id DESC`,
    { ...rest, beforeAt: before?.createdAt ?? null, beforeId: before?.id ?? null } as never,
  );
  return rows;
}

/** How many deliveries wait for a provider, by channel. */
export async function readBacklog(
  database: Database,
): Promise<{ channel: NotificationChannel; queued: number }[]> {
  const rows = await database('notification_deliveries')
    .where('status', 'QUEUED')
    .groupBy('channel')
    .select<{ channel: NotificationChannel; queued: string }[]>(
      'channel',
      database.raw('count(*) AS queued'),
    );
  const counts = new Map(rows.map(({ channel, queued }) => [channel, Number(queued)]));
  return OUTSIDE.map((channel) => ({ channel, queued: counts.get(channel) ?? 0 }));
}

/** Without its words, which are its recipient's alone. */
export function renderSent(row: SentRow): Schemas['SentNotification'] {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind as NoticeKind,
    data: row.data,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
    deliveries: row.deliveries.map(({ channel, status, attempts, release_at, updated_at }) => ({
      channel,
      status,
      attempts,
      releaseAt: release_at === null ? null : new Date(release_at).toISOString(),
      updatedAt: new Date(updated_at).toISOString(),
    })),
  };
}
