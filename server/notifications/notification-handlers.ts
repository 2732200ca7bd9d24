import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { signedIn } from '../kernel/http/principal.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { listNotifications, markAllRead, markRead, unreadCount } from './notification-store.ts';
import { type Reading, renderNotification } from './render-notification.ts';

type NotificationOperation = 'listNotifications' | 'markNotificationRead' | 'markAllNotificationsRead';
type Needed = Pick<Dependencies, 'database' | 'clock' | 'secrets'>;

/** The in-app list of the caller's own notifications. */
export function notificationHandlers({
  database,
  clock,
  secrets,
}: Needed): Pick<Handlers, NotificationOperation> {
  const cursors = new Cursors(secrets);
  const reading = (locale: Locale): Reading => ({ locale, now: clock.now(), secrets });
  return {
    async listNotifications({ caller, query, locale }) {
      const { accountId } = signedIn(caller);
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const scope = `bell:${accountId}`;
      const key = cursors.decode(scope, cursor);
      const after = key === null ? null : { createdAt: new Date(String(key[0])), id: String(key[1]) };
      const rows = await listNotifications(database, accountId, after, limit + 1);
      const shown = reading(locale);
      const { data, page } = cursors.page(
        scope,
        rows,
        limit,
        ({ createdAt, id }) => [createdAt.toISOString(), id],
        (row) => renderNotification(row, shown),
      );
      const unread = await unreadCount(database, accountId);
      return { status: 200, body: { data, page: { ...page, unreadCount: unread } } };
    },

    async markNotificationRead({ caller, params, locale }) {
      const { accountId } = signedIn(caller);
      const now = clock.now();
      const read = await inTransaction(database, (trx) => markRead(trx, accountId, params.id, now));
      if (read === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such notification.' });
      return { status: 200, body: renderNotification(read, reading(locale)) };
    },

    async markAllNotificationsRead({ caller }) {
      const { accountId } = signedIn(caller);
      await inTransaction(database, (trx) => markAllRead(trx, accountId, clock.now()));
      return { status: 204 };
    },
  };
}
