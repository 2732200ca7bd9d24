import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { promiseOf } from './part-words.ts';

type Model = Extract<OrdersPage, { kind: 'order' }>;

/** The cash due at the door, per delivery: each part of the order arrives separately. */
export function CashToHave({ page: { cash } }: { page: Model }) {
  const shop = useShop();
  const { t, format } = shop;
  const [first, ...others] = cash.parts;
  if (first === undefined) return null;
  return (
    <section className="panel cash" id="cash" aria-labelledby="cash-heading">
      <h2 id="cash-heading">{t('cashHeading')}</h2>
      {others.length === 0 ? (
        <>
          <p className="cash-sum digits">
            <bdi>{format.money(first.amount)}</bdi>
          </p>
          <p>{t('cashOne')}</p>
          <p className="muted">{promiseOf(first, shop)}</p>
        </>
      ) : (
        <>
          <p>{t('cashEach')}</p>
          <ul>
            {cash.parts.map((part) => (
              <li key={part.groupId}>
                <span>
                  <bdi>{part.sellerName}</bdi>
                  <span className="muted">{promiseOf(part, shop)}</span>
                </span>
                <strong className="digits">
                  <bdi>{format.money(part.amount)}</bdi>
                </strong>
              </li>
            ))}
          </ul>
          <p className="sum">
            <span>{t('cashAll')}</span>
            <strong className="digits">
              <bdi>{format.money(cash.total)}</bdi>
            </strong>
          </p>
        </>
      )}
    </section>
  );
}
