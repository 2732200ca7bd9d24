import type { components } from '../../../../server/kernel/http/api-types.ts';
import type {
  CartDelivery,
  CartPage as CartPageModel,
  CartShop,
} from '../../../../server/storefront/cart-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { Picture } from '../../parts/picture.tsx';
import { PromisedDays } from '../../parts/promised-days.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type Item = components['schemas']['CartItem'];

const SAID = {
  added: 'saidAdded',
  'added-before': 'saidAddedBefore',
  changed: 'saidChanged',
  removed: 'saidRemoved',
  reordered: 'saidReordered',
  empty: 'saidEmpty',
  unavailable: 'saidUnavailable',
  'too-many-sellers': 'saidTooManySellers',
  'bad-quantity': 'saidBadQuantity',
  'not-added': 'saidNotAdded',
  full: 'saidFull',
  gone: 'saidGone',
  released: 'saidReleased',
} as const;
const GOOD: ReadonlySet<string> = new Set(['added', 'changed', 'removed', 'reordered', 'released']);

/** The cart by shop, its total, and what prevents it from being ordered. */
export function CartPage({ page }: { page: CartPageModel }) {
  const { t, to } = useShop();
  const { cart, said, shops } = page;
  return (
    <>
      <h1>{t('cart')}</h1>
      {said === null ? null : (
        <p className={GOOD.has(said) ? 'notice success' : 'notice'} role="status">
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
            {shops.map((shop) => (
              <ShopPart key={shop.id} shop={shop} page={page} />
            ))}
          </div>
          <Summary page={page} />
        </div>
      )}
    </>
  );
}

function ShopPart({ shop, page: { zone, pictures } }: { shop: CartShop; page: CartPageModel }) {
  const { t, to, format } = useShop();
  const { id, name, items, subtotal, delivery } = shop;
  return (
    <section className="cart-shop">
      <h2>
        <a href={to(`/s/${id}`)}>
          <bdi>{name}</bdi>
        </a>
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Line item={item} picture={pictures[item.productId] ?? null} />
          </li>
        ))}
      </ul>
      <p className="sum-row">
        <span>{t('shopSubtotal')}</span>
        <bdi className="digits unbroken">{format.money(subtotal)}</bdi>
      </p>
      <ShopDelivery delivery={delivery} zone={zone} />
    </section>
  );
}

function ShopDelivery({ delivery, zone }: { delivery: CartDelivery; zone: number | null }) {
  const { t, format } = useShop();
  if (delivery === 'unknown') return <p className="muted">{t('shopDeliveryUnknown')}</p>;
  if (delivery === 'none')
    return (
      <p className="trouble">
        {zone === null ? t('shopDeliveryNone') : t('notToZone', { zone: String(zone) })}
      </p>
    );
  return (
    <p className="muted digits">
      {t('shopDelivery', { price: format.money(delivery.price.amount) })}
      {' · '}
      <PromisedDays promise={delivery.promise} />
      {zone === null && !delivery.everywhere ? ` (${t('someZones')})` : null}
    </p>
  );
}

function Summary({ page: { cart, isGuest, shops, sums, mostSellers } }: { page: CartPageModel }) {
  const { t, to, format } = useShop();
  const blocked = cart.items.some(({ unavailableReason }) => unavailableReason !== null)
    ? t('blockedLines')
    : shops.length > mostSellers
      ? t('blockedSellers', { most: String(mostSellers), count: String(shops.length) })
      : null;
  return (
    <aside className="cart-sum" aria-label={t('checkout.summary')}>
      <p className="sum-row">
        <span>{t('subtotal')}</span>
        <bdi className="digits unbroken">{format.money(cart.subtotal.amount)}</bdi>
      </p>
      {sums === null ? (
        <p className="muted">{t('deliveryLater')}</p>
      ) : (
        <>
          <p className="sum-row">
            <span>{t('deliveryFrom')}</span>
            <bdi className="digits unbroken">{format.money(sums.delivery)}</bdi>
          </p>
          <p className="sum">
            <span>{t('totalFrom')}</span>
            <strong className="digits unbroken">
              <bdi>{format.money(sums.total)}</bdi>
            </strong>
          </p>
        </>
      )}
      <p className="muted">{t('cashAtDoor')}</p>
      {blocked !== null ? (
        <>
          <button type="button" className="button primary wide" disabled aria-describedby="blocked">
            {t('toCheckout')}
          </button>
          <p className="trouble" id="blocked">
            {blocked}
          </p>
        </>
      ) : isGuest ? (
        <a className="button primary wide" href={to('/checkout')}>
          {t('toCheckout')}
        </a>
      ) : (
        <form method="post" action={to('/checkout')}>
          <FormFields name="checkout" />
          <button type="submit" className="button primary wide">
            {t('toCheckout')}
          </button>
        </form>
      )}
      <a href={to('')}>{t('continueShopping')}</a>
    </aside>
  );
}

function Line({ item, picture }: { item: Item; picture: CartPageModel['pictures'][string] }) {
  const { t, to, format } = useShop();
  const { id, productId, variantId, name, optionTexts, quantity, unitPrice, lineTotal } = item;
  const options = Object.values(optionTexts).map(({ value }) => value);
  return (
    <div className="line">
      <Picture image={picture === null ? null : { ...picture, alt: '' }} name={name} />
      <div className="line-name">
        <a href={`${to(`/p/${productId}`)}?variant=${variantId}`}>{name}</a>
        {options.length === 0 ? null : (
          <span className="muted">
            <bdi>{options.join(' · ')}</bdi>
          </span>
        )}
        <span className="muted digits">{t('eachPrice', { price: format.money(unitPrice.amount) })}</span>
      </div>
      <Trouble item={item} />
      <form method="post" action={to(`/cart/items/${id}`)} data-line>
        <FormFields name={id} />
        {/* The Enter key presses this one, because it is the first. */}
        <button
          type="submit"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={`${t('update')}: ${name}`}
        >
          {t('update')}
        </button>
        <div className="stepper">
          <button
            type="submit"
            className="button"
            name="step"
            value="less"
            aria-label={`${t('less')}: ${name}`}
          >
            <span aria-hidden="true">−</span>
          </button>
          <input
            className="digits"
            name="quantity"
            inputMode="numeric"
            maxLength={2}
            defaultValue={quantity}
            autoComplete="off"
            aria-label={`${t('quantity')}: ${name}`}
          />
          <button
            type="submit"
            className="button"
            name="step"
            value="more"
            aria-label={`${t('more')}: ${name}`}
          >
            <span aria-hidden="true">+</span>
          </button>
        </div>
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

/** What has changed since the item was added. */
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
  if (reason === null && !priceChanged) return null;
  return (
    <div className="line-trouble">
      {reason === null ? null : <strong className="trouble">{reason}</strong>}
      {priceChanged ? (
        <span className="trouble">{t('priceChanged', { before: format.money(seenPrice.amount) })}</span>
      ) : null}
    </div>
  );
}
