import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Database } from '../../db/database.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { readBacklog, readSent, type SentFilter, type SentRow } from './sent-notification-store.ts';

/** What administrators see of everybody's notifications: that they are, and how far each channel has come. */
export function sentNotificationHandlers({
  database,
  secrets,
}: Pick<Dependencies, 'database' | 'secrets'>): Pick<Handlers, 'listSentNotifications'> {
  const cursors = new Cursors(secrets);
  return {
    async listSentNotifications({ query }) {
      const { limit = DEFAULT_LIMIT, accountId = null, kind = null, channel = null, status = null } = query;
      const scope = `sent:${JSON.stringify([accountId, kind, channel, status])}`;
      const key = cursors.decode(scope, query.cursor);
      const before = key === null ? null : { createdAt: new Date(String(key[0])), id: String(key[1]) };
      const filter = { accountId, kind, channel, status, about: null, before, count: limit + 1 };
      const [rows, backlog] = await Promise.all([readSent(database, filter), readBacklog(database)]);
      const placeOf = (row: SentRow) => [row.created_at.toISOString(), row.id];
      const { data, page } = cursors.page(scope, rows, limit, placeOf, renderSent);
      return { status: 200, body: { data, page, backlog } };
    },
  };
}

/** What these accounts were told of an order since it was placed, newest first, `count` at most. */
export async function readToldOf(
  database: Database,
  about: NonNullable<SentFilter['about']>,
  count: number,
): Promise<components['schemas']['SentNotification'][]> {
  const all = { accountId: null, kind: null, channel: null, status: null, before: null };
  return (await readSent(database, { ...all, about, count })).map(renderSent);
}

/** Without its words, which are its recipient's alone. */
function renderSent(row: SentRow): components['schemas']['SentNotification'] {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind as NotificationKind,
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
