import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { readBacklog, readSent, renderSent } from './sent-notifications.ts';

/** What administrators see of everybody's notifications: that they are, and how far each channel has come. */
export function sentNotificationHandlers({
  database,
  secrets,
}: Pick<Dependencies, 'database' | 'secrets'>): Pick<Handlers, 'listSentNotifications'> {
  const cursors = new Cursors(secrets);
  return {
    async listSentNotifications({ query }) {
      const { limit = DEFAULT_LIMIT, accountId = null, kind = null, channel = null, status = null } = query;
      const scope = `sent-notifications:${JSON.stringify([accountId, kind, channel, status])}`;
      const [last] = cursors.decode(scope, query.cursor) ?? [];
      const before = last === undefined ? null : String(last);
      const filter = { accountId, kind, channel, status, before, count: limit + 1 };
      const [rows, backlog] = await Promise.all([readSent(database, filter), readBacklog(database)]);
      const { data, page } = cursors.page(scope, rows, limit, ({ id }) => [id], renderSent);
      return { status: 200, body: { data, page, backlog } };
    },
  };
}
