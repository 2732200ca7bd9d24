import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { hasEnded } from './order-steps.ts';

type Model = Extract<OrdersPage, { kind: 'order' }>;

/**
 * How current the page is. Without script: its age, with a link to reload; with script: whether it updates
 * automatically. `enhance/live-order.ts` writes the text here, and news into the line that screen readers announce. An
 * ended order does not change, so neither is shown.
 */
export function LiveWords({ page: { order, accountId, at } }: { page: Model }) {
  const { t, to, format } = useShop();
  const news = <p id="news" className="visually-hidden" role="status" data-kept />;
  if (order.groups.every(({ status }) => hasEnded(status))) return news;
  // Filled in by script, which knows the time.
  const time = '{time}';
  return (
    <>
      <p
        id="live"
        className="live muted"
        data-kept
        data-at={at}
        data-order={order.id}
        data-account={accountId}
        data-live={t('liveNow')}
        data-again={t('liveAgain', { time })}
        data-ended={t('liveEnded')}
        data-sign-in={t('signInAgain')}
        data-sign-in-at={`${to('/sign-in')}?next=${encodeURIComponent(`/orders/${order.id}`)}`}
      >
        <span className="digits">{t('asOf', { time: format.timeWithSeconds(at) })}</span>{' '}
        <a href={to(`/orders/${order.id}`)}>{t('refresh')}</a>
      </p>
      {news}
    </>
  );
}
