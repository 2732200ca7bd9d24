import type { CheckoutStartPage } from '../../../../server/storefront/checkout-page-models.ts';
import { AddressFields, useAddressLabels } from '../../parts/address-fields.tsx';
import { ErrorSummary, Field } from '../../parts/field.tsx';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AddressChoice } from './address-choice.tsx';
import { Trouble } from './trouble.tsx';

/** Recipient and address: a new buyer gets one form for everything, others choose one of their addresses. */
export function CheckoutStart({ page }: { page: CheckoutStartPage }) {
  const { t, to } = useShop();
  const labels = useAddressLabels();
  const { isGuest, cart, addresses, addressId, form, zones, trouble } = page;
  return (
    <>
      <h1>{t('checkout')}</h1>
      {trouble === null ? null : <Trouble trouble={trouble} checkout={null} addressId={null} />}
      <ErrorSummary form={form} labels={labels} />
      <form className="checkout" method="post" action={to('/checkout')} noValidate>
        <FormFields name="begin" />
        {/* The Enter key presses this one, because it is the first. */}
        <button type="submit" className="visually-hidden" name="do" value="begin" tabIndex={-1}>
          {t(isGuest ? 'checkout.register' : 'checkout.continue')}
        </button>
        <div className="checkout-steps">
          {isGuest ? <Guest page={page} /> : null}
          <section className="panel" aria-labelledby="where">
            <h2 id="where">{t('checkout.where')}</h2>
            {isGuest ? (
              <div className="form">
                <AddressFields form={form} zones={zones} />
              </div>
            ) : (
              <AddressChoice {...{ addresses, addressId, form, zones }} isFirst={addresses.length === 0} />
            )}
          </section>
        </div>
        <aside className="panel checkout-sum" aria-labelledby="total">
          <h2 id="total">{t('checkout.summary')}</h2>
          <ul className="sum-lines">
            {cart.items.map(({ id, name, quantity, lineTotal }) => (
              <SumLine key={id} name={name} quantity={quantity} amount={lineTotal.amount} />
            ))}
          </ul>
          <Sum label={t('checkout.goods')} amount={cart.subtotal.amount} />
          <p className="muted">{t('checkout.addressFirst')}</p>
          <button type="submit" className="button primary wide" name="do" value="begin">
            {t(isGuest ? 'checkout.register' : 'checkout.continue')}
          </button>
          <a href={to('/cart')}>{t('checkout.backToCart')}</a>
        </aside>
      </form>
    </>
  );
}

function Guest({ page: { form, minPasswordLength } }: { page: CheckoutStartPage }) {
  const { t } = useShop();
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">{t('checkout.yourDetails')}</h2>
      <p className="have-account">
        <span>{t('checkout.haveAccount')}</span>
        <button type="submit" className="button" name="do" value="sign-in">
          {t('checkout.signIn')}
        </button>
        <span className="muted">{t('checkout.keptTyped')}</span>
      </p>
      <div className="form">
        <Field
          name="email"
          form={form}
          label={t('address.email')}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          isLeftToRight
        />
        <Field
          name="password"
          form={form}
          label={t('address.password')}
          hint={t('password.length', { count: minPasswordLength })}
          type="password"
          autoComplete="new-password"
          maxLength={200}
          isLeftToRight
        />
        <p className="muted">{t('checkout.newAccount')}</p>
      </div>
    </section>
  );
}

export function SumLine({ name, quantity, amount }: { name: string; quantity: number; amount: string }) {
  const { format } = useShop();
  return (
    <li>
      <span>
        <bdi className="digits">{quantity}</bdi> × <bdi>{name}</bdi>
      </span>
      <bdi className="digits unbroken">{format.money(amount)}</bdi>
    </li>
  );
}

export function Sum({ label, amount, mark }: { label: string; amount: string; mark?: string }) {
  const { format } = useShop();
  return (
    <p className="sum-row">
      <span>{label}</span>
      <bdi className="digits unbroken" data-sum={mark} data-amount={amount}>
        {format.money(amount)}
      </bdi>
    </p>
  );
}
