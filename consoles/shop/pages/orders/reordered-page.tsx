import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';

type Model = Extract<OrdersPage, { kind: 'reordered' }>;

/** Items of an order that could not be put into the cart again, and why. */
export function ReorderedPage({ page: { order, missing, isNothingThere } }: { page: Model }) {
  const { t, to } = useShop();
  return (
    <div className="narrow">
      <h1>{t(isNothingThere ? 'reorderedNothing' : 'reorderedTitle')}</h1>
      {isNothingThere ? null : <p role="status">{t('reorderedIntro', { number: order.number })}</p>}
      <ul className="missing">
        {missing.map(({ name, requested, added, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
          <li key={index}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <span>
              {t(`reorder.${reason}`)} {added === 0 ? null : t('reorderedPart', { added, requested })}
            </span>
          </li>
        ))}
      </ul>
      <p className="filter-buttons">
        {isNothingThere ? null : (
          <a className="button primary" href={to('/cart')}>
            {t('toYourCart')}
          </a>
        )}
        <a className="button" href={to(`/orders/${order.id}`)}>
          {t('backToOrder')}
        </a>
      </p>
    </div>
  );
}
