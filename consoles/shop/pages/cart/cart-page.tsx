import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { CartPage as CartPageModel } from '../../../../server/storefront/cart-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type Item = components['schemas']['CartItem'];

const SAID = {
  added: 'saidAdded',
  'added-before': 'saidAddedBefore',
  changed: 'saidChanged',
  removed: 'saidRemoved',
  reordered: 'saidReordered',
} as const;

/** What is in the cart, shop by shop, and what keeps it from being ordered. */
export function CartPage({ page: { cart, said } }: { page: CartPageModel }) {
  const { t, to, format } = useShop();
  const shops = byShop(cart.items);
  return (
    <>
      <h1>{t('cart')}</h1>
      {said === null ? null : (
        <p className="notice success" role="status">
          {t(SAID[said])}
        </p>
      )}
      {cart.items.length === 0 ? (
        <div className="empty">
          <h2>{t('emptyCart')}</h2>
          <a className="button primary" href={to('')}>
            {t('continueShopping')}
          </a>
        </div>
      ) : (
        <div className="cart">
          <div>
            {[...shops].map(([sellerId, items]) => (
              <section key={sellerId} className="cart-shop">
                <h2>
                  <a href={to(`/s/${sellerId}`)}>
                    <bdi>{items[0]?.sellerName}</bdi>
                  </a>
                </h2>
                <ul>
                  {items.map((item) => (
                    <li key={item.id}>
                      <Line item={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
          <aside className="cart-sum">
            <p className="sum">
              <span>{t('subtotal')}</span>
              <strong className="digits">
                <bdi>{format.money(cart.subtotal.amount)}</bdi>
              </strong>
            </p>
            <p className="muted">{t('deliveryLater')}</p>
            <a href={to('')}>{t('continueShopping')}</a>
          </aside>
        </div>
      )}
    </>
  );
}

function byShop(items: readonly Item[]): Map<string, Item[]> {
  const shops = new Map<string, Item[]>();
  for (const item of items) shops.set(item.sellerId, [...(shops.get(item.sellerId) ?? []), item]);
  return shops;
}

function Line({ item }: { item: Item }) {
  const { t, to, format } = useShop();
  const { id, productId, variantId, name, optionTexts, quantity, unitPrice, lineTotal } = item;
  const options = Object.values(optionTexts).map(({ value }) => value);
  return (
    <div className="line">
      <div className="line-name">
        <a href={`${to(`/p/${productId}`)}?variant=${variantId}`}>{name}</a>
        {options.length === 0 ? null : (
          <span className="muted">
            <bdi>{options.join(' · ')}</bdi>
          </span>
        )}
        <span className="muted digits">{t('eachPrice', { price: format.money(unitPrice.amount) })}</span>
        <Trouble item={item} />
      </div>
      <form method="post" action={to(`/cart/items/${id}`)}>
        <FormFields name={id} />
        <label>
          <span className="label">{t('quantity')}</span>
          <input
            className="digits"
            name="quantity"
            inputMode="numeric"
            size={3}
            maxLength={2}
            defaultValue={quantity}
            aria-label={`${t('quantity')}: ${name}`}
          />
        </label>
        <button type="submit" className="button">
          {t('update')}
        </button>
        <button
          type="submit"
          className="button quiet"
          name="remove"
          value="1"
          aria-label={`${t('remove')}: ${name}`}
        >
          {t('remove')}
        </button>
      </form>
      <strong className="digits line-total">
        <bdi>{format.money(lineTotal.amount)}</bdi>
      </strong>
    </div>
  );
}

/** What changed since it was put in, before it hurts. */
function Trouble({ item: { unavailableReason, available, priceChanged, seenPrice } }: { item: Item }) {
  const { t, format } = useShop();
  const reason =
    unavailableReason === 'INSUFFICIENT_STOCK'
      ? t('insufficientStock', { count: available })
      : unavailableReason === 'OFFER_INACTIVE'
        ? t('offerInactive')
        : unavailableReason === 'SELLER_UNAVAILABLE'
          ? t('sellerUnavailable')
          : null;
  return (
    <>
      {reason === null ? null : <strong className="trouble">{reason}</strong>}
      {priceChanged ? (
        <span className="trouble">{t('priceChanged', { before: format.money(seenPrice.amount) })}</span>
      ) : null}
    </>
  );
}
