import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { OrdersPage as OrdersModel } from '../../../../server/storefront/orders-page-models.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { OrderBadge } from './order-badge.tsx';

type Model = Extract<OrdersModel, { kind: 'orders' }>;
type Summary = components['schemas']['OrderSummary'];

/** A buyer's orders, newest first. */
export function OrdersPage({ page: { orders, next, isFirst } }: { page: Model }) {
  const { t, to } = useShop();
  return (
    <>
      <h1>{t('yourOrders')}</h1>
      {orders.length === 0 ? (
        <div className="empty">
          <p>{t('noOrders')}</p>
          <a className="button primary" href={to('')}>
            {t('continueShopping')}
          </a>
        </div>
      ) : (
        <ul className="orders">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      )}
      <p className="next">
        {isFirst ? null : (
          <a className="button" href={to('/orders')}>
            {t('newestOrders')}
          </a>
        )}{' '}
        {next === null ? null : (
          <a className="button" rel="next" href={to(next)}>
            {t('olderOrders')}
          </a>
        )}
      </p>
    </>
  );
}

function OrderCard({ order }: { order: Summary }) {
  const { t, to, format } = useShop();
  const { id, number, status, placedAt, total, groups, items, itemCount } = order;
  return (
    <article className="order-card" aria-labelledby={`order-${id}`}>
      <div className="order-card-head">
        <h2 id={`order-${id}`}>
          <a href={to(`/orders/${id}`)}>
            <bdi className="unbroken">{t('orderNumber', { number })}</bdi>
          </a>
        </h2>
        <OrderBadge status={status} />
      </div>
      <p className="muted">
        {t('orderedOn', { day: format.date(placedAt) })} ·{' '}
        <bdi>{format.list(groups.map(({ sellerName }) => sellerName))}</bdi>
      </p>
      <ul className="order-pictures">
        {items.map(({ productId, name, quantity, image }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order stay as they are, and a product may come twice
          <li key={index}>
            <Picture image={image === null ? null : { ...image, alt: '' }} name={name} />
            <a href={to(`/p/${productId}`)}>
              <bdi>{name}</bdi>
            </a>
            {quantity > 1 ? <span className="muted digits"> × {quantity}</span> : null}
          </li>
        ))}
      </ul>
      <p className="order-card-sum">
        <span>{t('orderItems', { count: itemCount })}</span>
        <strong className="digits">
          <bdi>{format.money(total.amount)}</bdi>
        </strong>
      </p>
    </article>
  );
}
