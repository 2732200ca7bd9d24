import type { Dependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { renderSent } from './render-sent.ts';
import { readBacklog, readSent, type SentRow } from './sent-notification-store.ts';

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
      const filter = { accountId, kind, channel, status, before, count: limit + 1 };
      const [rows, backlog] = await Promise.all([readSent(database, filter), readBacklog(database)]);
      const placeOf = (row: SentRow) => [row.created_at.toISOString(), row.id];
      const { data, page } = cursors.page(scope, rows, limit, placeOf, renderSent);
      return { status: 200, body: { data, page, backlog } };
    },
  };
}
