import type { NotificationsPage as Model } from '../../../../server/storefront/account-page-models.ts';
import { Prose } from '../../../shared/ui/prose.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountFrame } from './account-frame.tsx';

type Notification = Model['list']['items'][number];

/** Notifications, newest first, including delivery codes; each links to its subject. */
export function NotificationsPage({ page: { list, unread, said } }: { page: Model }) {
  const { t, to } = useShop();
  return (
    <AccountFrame title={t('bell.title')} section="/notifications" said={said}>
      <div className="bell-head">
        <p className="muted">{t('account.bell.hint', { count: unread })}</p>
        {unread === 0 ? null : (
          <form method="post" action={to('/notifications/read-all')}>
            <FormFields name="all" />
            <button type="submit" className="button">
              {t('bell.readAll')}
            </button>
          </form>
        )}
      </div>
      {list.items.length === 0 ? (
        <div className="empty">
          <Icon name="bell" />
          <h2>{t('bell.empty')}</h2>
          <p>{t('bell.emptyDetail')}</p>
        </div>
      ) : (
        <ul className="bell">
          {list.items.map((notification) => (
            <li key={notification.id} className={notification.readAt === null ? 'unread' : undefined}>
              <One notification={notification} />
            </li>
          ))}
        </ul>
      )}
      {list.next === null ? null : (
        <p className="next">
          <a className="button" rel="next" href={to(list.next)}>
            {t('list.more')}
          </a>
        </p>
      )}
      <p className="muted">
        <a href={to('/account/notifications')}>{t('account.choices.hint')}</a>
      </p>
    </AccountFrame>
  );
}

/** An unread notification is a form: opening it marks it as read. */
function One({ notification }: { notification: Notification }) {
  const { t, to } = useShop();
  const { id, title, readAt, place } = notification;
  if (readAt !== null) {
    return (
      <>
        <h2>{place === null ? title : <a href={to(place)}>{title}</a>}</h2>
        <Told notification={notification} />
      </>
    );
  }
  return (
    <form method="post" action={to(`/notifications/${id}/read`)}>
      <FormFields name={id} />
      <h2>
        <span className="visually-hidden">{t('bell.unread')}</span>
        {place === null ? (
          title
        ) : (
          <button type="submit" className="as-link">
            {title}
          </button>
        )}
      </h2>
      <Told notification={notification} />
      <button
        type="submit"
        name="stay"
        value="1"
        className="button quiet"
        aria-label={`${t('bell.read')}: ${title}`}
      >
        {t('bell.read')}
      </button>
    </form>
  );
}

function Told({ notification: { body, createdAt } }: { notification: Notification }) {
  const { format } = useShop();
  return (
    <>
      <p dir="auto">
        <Prose>{body}</Prose>
      </p>
      <p className="muted">
        <time dateTime={createdAt}>{format.dayAndTime(createdAt)}</time>
      </p>
    </>
  );
}
