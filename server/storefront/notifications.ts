import type { components } from '../kernel/http/api-types.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { saidIn } from './account-forms.ts';
import type { NotificationsPage } from './account-page-models.ts';
import { nextAddress } from './next-address.ts';
import type { Asked, Outcome, Sent } from './routes.ts';

const PAGE_SIZE = '20';

/** The buyer's notifications, including delivery codes. */
export class Notifications {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async page({ visit: { visitor }, search }: Asked): Promise<NotificationsPage> {
    const cursor = search.get('cursor');
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const { data, page } = (await this.#shop.call('listNotifications', visitor, { query })).body();
    const items = data.map((notification) => ({ ...notification, place: placeOf(notification) }));
    const list = { items, next: nextAddress('/notifications', page.nextCursor) };
    return { kind: 'notifications', list, unread: page.unreadCount, said: saidIn(search) };
  }

  /** Marks one as read, and redirects to the page it is about, unless the buyer chose to stay. */
  async read({ visit: { visitor }, params: { id = '' }, values, from }: Sent): Promise<Outcome> {
    const reply = await this.#shop.call('markNotificationRead', visitor, { params: { id } });
    const place = placeOf(reply.body());
    return { to: 'stay' in values || place === null ? from : place };
  }

  async readAll({ visit: { visitor } }: Sent): Promise<Outcome> {
    await this.#shop.call('markAllNotificationsRead', visitor);
    return { to: '/notifications?said=all-read' };
  }
}

/** Path of the page a notification is about; null if there is none. */
function placeOf({ kind, data }: components['schemas']['Notification']): string | null {
  if (typeof data.orderId === 'string') return `/orders/${data.orderId}`;
  switch (kind) {
    case 'NEW_SIGN_IN':
      return '/account/devices';
    case 'PASSWORD_CHANGED':
    case 'SECOND_FACTOR_ENABLED':
    case 'SECOND_FACTOR_DISABLED':
    case 'SECOND_FACTOR_GUESSED':
    case 'ACCOUNT_LOCKED':
      return '/account/security';
    case 'EMAIL_CHANGED':
    case 'PHONE_CHANGED':
      return '/account';
    default:
      return null;
  }
}
