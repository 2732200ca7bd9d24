import type { CheckoutShop, OpenCheckoutPage } from '../../../../server/storefront/checkout-page-models.ts';
import { useAddressLabels } from '../../parts/address-fields.tsx';
import { ErrorSummary } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { PromisedDays } from '../../parts/promised-days.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AddressChoice } from './address-choice.tsx';
import { Sum, SumLine } from './checkout-start.tsx';
import { Trouble } from './trouble.tsx';

/** Goods are reserved: where to, when, and the price; one button places the order. */
export function OpenCheckout({ page }: { page: OpenCheckoutPage }) {
  const { t, to, locale } = useShop();
  const labels = useAddressLabels();
  const { checkout, shops, addresses, addressId, form, zones, trouble, said } = page;
  const isReady = checkout.codAllowed && shops.every(({ chosen }) => chosen !== null);
  return (
    <div data-fresh>
      <h1>{t('checkout')}</h1>
      {said === null ? null : (
        <p className="notice success" role="status">
          {t(`said.${said}`)}
        </p>
      )}
      {trouble === null ? null : <Trouble trouble={trouble} checkout={checkout} addressId={addressId} />}
      <ErrorSummary form={form} labels={labels} />
      <form
        className="checkout"
        method="post"
        action={to(`/checkout/${checkout.id}`)}
        data-checkout={checkout.totals.goods.amount}
        data-language={locale}
      >
        <FormFields name="order" />
        <input type="hidden" name="total" value={checkout.totals.total.amount} />
        <div className="checkout-steps">
          <section className="panel" aria-labelledby="where">
            <h2 id="where">{t('checkout.where')}</h2>
            <AddressChoice
              {...{ addresses, addressId, form, zones }}
              copy={checkout.address}
              isFirst={addresses.length === 0 && checkout.address === null}
            />
            <button type="submit" className="button take-address" name="do" value="address">
              {t('checkout.useAddress')}
            </button>
          </section>
          <section className="panel" aria-labelledby="delivery">
            <h2 id="delivery">{t('checkout.delivery')}</h2>
            {checkout.address === null ? <p className="muted">{t('checkout.addressFirst')}</p> : null}
            {shops.map((shop) => (
              <Delivery key={shop.id} shop={shop} marked={form.values[`method-${shop.id}`]} />
            ))}
            {checkout.address === null ? null : (
              <button type="submit" className="button without-script" name="do" value="delivery">
                {t('checkout.update')}
              </button>
            )}
          </section>
          <Payment page={page} />
        </div>
        <Summary page={page} isReady={isReady} />
      </form>
    </div>
  );
}

interface DeliveryProps {
  shop: CheckoutShop;
  /** The choice in a form that was refused, in place of the stored one. */
  marked: string | undefined;
}

function Delivery({ shop: { id, name, methods, chosen }, marked }: DeliveryProps) {
  const { t, format } = useShop();
  if (methods.length === 0) return null;
  const isOffered = methods.some(({ methodId }) => methodId === marked);
  const checked = isOffered ? marked : chosen?.methodId;
  return (
    <fieldset className="picks">
      <legend>{t('checkout.deliveryOf', { shop: name })}</legend>
      {methods.map((method) => {
        const isChosen = chosen?.methodId === method.methodId;
        const price = isChosen ? chosen.price.amount : method.price.amount;
        const promise = isChosen
          ? { earliest: chosen.promisedFrom, latest: chosen.promisedTo }
          : method.promise;
        return (
          <label key={method.methodId} className="pick">
            <input
              type="radio"
              name={`method-${id}`}
              value={method.methodId}
              defaultChecked={method.methodId === checked}
              data-price={price}
            />
            <span className="pick-method">
              <span>
                <strong className="digits">
                  <PromisedDays promise={promise} />
                </strong>
                <span className="muted">{method.name}</span>
              </span>
              <bdi className="digits unbroken">{format.money(price)}</bdi>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

function Payment({ page: { checkout, shops } }: { page: OpenCheckoutPage }) {
  const { t, format } = useShop();
  return (
    <section className="panel" aria-labelledby="payment">
      <h2 id="payment">{t('checkout.payment')}</h2>
      <p>
        <strong>{t('checkout.cash')}</strong>
      </p>
      <p className="muted digits">
        {t('checkout.cashWhy', { maximum: format.money(checkout.codMaximum.amount) })}
      </p>
      {shops.length > 1 ? <p className="muted">{t('checkout.cashParts', { count: shops.length })}.</p> : null}
    </section>
  );
}

function Summary({ page: { checkout, shops }, isReady }: { page: OpenCheckoutPage; isReady: boolean }) {
  const { t, format } = useShop();
  const { totals, expiresAt, expiresInSeconds } = checkout;
  // No delivery price is shown until it is known.
  const hasMethods = shops.every(({ methods }) => methods.length > 0);
  return (
    <aside className="panel checkout-sum" aria-labelledby="total">
      <h2 id="total">{t('checkout.summary')}</h2>
      <p className="reserved digits" data-countdown={expiresInSeconds} data-text={t('checkout.reservedFor')}>
        {t('checkout.reservedUntil', { time: format.time(expiresAt) })}
      </p>
      {shops.map(({ id, name, lines }) => (
        <section key={id}>
          <h3>
            <bdi>{name}</bdi>
          </h3>
          <ul className="sum-lines">
            {lines.map((line) => (
              <SumLine
                key={line.id}
                name={line.name}
                quantity={line.quantity}
                amount={line.lineTotal.amount}
              />
            ))}
          </ul>
        </section>
      ))}
      <Sum label={t('checkout.goods')} amount={totals.goods.amount} />
      {hasMethods ? (
        <Sum label={t('checkout.delivery')} amount={totals.shipping.amount} mark="shipping" />
      ) : (
        <p className="sum-row">
          <span>{t('checkout.delivery')}</span>
          <span className="muted">{t('checkout.deliveryLater')}</span>
        </p>
      )}
      <p className="sum" role="status">
        <span>{t(hasMethods ? 'checkout.total' : 'checkout.totalWithout')}</span>
        <strong className="digits unbroken">
          <bdi data-sum="total" data-amount={totals.total.amount}>
            {format.money(totals.total.amount)}
          </bdi>
        </strong>
      </p>
      {isReady ? (
        <button type="submit" className="button primary wide" name="do" value="confirm">
          {t('checkout.placeOrder')}
        </button>
      ) : null}
      <button type="submit" className="button wide" name="do" value="release" aria-describedby="release-why">
        {t('checkout.release')}
      </button>
      <p className="muted" id="release-why">
        {t('checkout.releaseWhy')}
      </p>
    </aside>
  );
}
