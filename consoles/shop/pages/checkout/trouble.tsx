import type { ReactNode } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { CheckoutTrouble } from '../../../../server/storefront/checkout-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { useWait } from '../../parts/wait-words.ts';

type Schemas = components['schemas'];
type Of<Why extends CheckoutTrouble['why']> = Extract<CheckoutTrouble, { why: Why }>;

interface TroubleProps<Why extends CheckoutTrouble['why'] = CheckoutTrouble['why']> {
  trouble: Of<Why>;
  /** Null: nothing is reserved yet. */
  checkout: Schemas['Checkout'] | null;
  /** The chosen address. */
  addressId: string | null;
}

/** Why the checkout cannot continue, and the button that resolves it. It gets the focus. */
export function Trouble(props: TroubleProps) {
  const { t } = useShop();
  const { trouble } = props;
  return (
    // biome-ignore lint/a11y/noAutofocus: a page that refuses a form begins with why
    <section className="notice danger" role="alert" tabIndex={-1} autoFocus id="trouble">
      <h2>{t(`trouble.${trouble.why}`)}</h2>
      <What {...props} />
    </section>
  );
}

function What(props: TroubleProps): ReactNode {
  const { t } = useShop();
  const wait = useWait();
  const { trouble } = props;
  switch (trouble.why) {
    case 'unavailable':
      return <Unavailable {...props} trouble={trouble} />;
    case 'prices':
      return <Prices {...props} trouble={trouble} />;
    case 'unserviceable':
      return <Unserviceable {...props} trouble={trouble} />;
    case 'cash':
      return <NoCash {...props} trouble={trouble} />;
    case 'limited':
      return <p>{t('trouble.limitedWhy', { wait: wait(trouble.seconds) })}</p>;
    default:
      return <p>{t(`trouble.${trouble.why}Why`)}</p>;
  }
}

function Unavailable({ trouble: { lines }, ...at }: TroubleProps<'unavailable'>) {
  const { t } = useShop();
  const whyOf = ({ reason, available = 0 }: Schemas['ProblemLine']) => {
    if (reason === 'OFFER_INACTIVE') return t('trouble.notSold');
    if (reason === 'SELLER_UNAVAILABLE') return t('trouble.shopClosed');
    return available === 0 ? t('trouble.soldOut') : t('trouble.left', { count: available });
  };
  return (
    <>
      <p>{t('trouble.unavailableWhy')}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.offerId}>
            <strong>
              <bdi>{line.name}</bdi>
            </strong>
            : {whyOf(line)}
          </li>
        ))}
      </ul>
      <Act {...at} does="leave-out" label={t('trouble.leaveOut')}>
        {lines.map(({ offerId }) => (
          <input key={offerId} type="hidden" name={`out-${offerId}`} value="1" />
        ))}
      </Act>
    </>
  );
}

function Prices({ trouble: { lines, shipping }, ...at }: TroubleProps<'prices'>) {
  const { t, format } = useShop();
  const fromTo = (before: Schemas['Money'] | undefined, now: Schemas['Money'] | undefined) =>
    t('trouble.fromTo', {
      before: format.money(before?.amount ?? '0.00'),
      now: format.money(now?.amount ?? '0.00'),
    });
  return (
    <>
      <p>{t('trouble.pricesPlain')}</p>
      <ul>
        {lines.map(({ offerId, name, oldPrice, newPrice }) => (
          <li key={offerId}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            : <span className="digits">{fromTo(oldPrice, newPrice)}</span>
          </li>
        ))}
        {shipping.map(({ sellerId, oldPrice, newPrice }) => (
          <li key={sellerId}>
            <strong>{t('checkout.delivery')}</strong>:{' '}
            <span className="digits">{fromTo(oldPrice, newPrice)}</span>
          </li>
        ))}
      </ul>
      <Act {...at} does="accept" label={t('trouble.accept')}>
        {lines.map(({ lineId = '', newPrice }) => (
          <input key={lineId} type="hidden" name={`price-${lineId}`} value={newPrice?.amount ?? ''} />
        ))}
        {shipping.map(({ sellerId, methodId }) => (
          <input key={sellerId} type="hidden" name={`again-${sellerId}`} value={methodId} />
        ))}
      </Act>
    </>
  );
}

function Unserviceable({ trouble: { sellers }, ...at }: TroubleProps<'unserviceable'>) {
  const { t } = useShop();
  const outside = sellers.some(({ reason }) => reason === 'OUTSIDE_SERVICE_AREA');
  const refusing = new Set(sellers.map(({ sellerId }) => sellerId));
  // Only if something is left to order without them.
  const goesWithout =
    !outside && (at.checkout?.lines.some(({ sellerId }) => !refusing.has(sellerId)) ?? false);
  return (
    <>
      <ul>
        {sellers.map(({ sellerId, name, reason }) => (
          <li key={sellerId}>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            : {t(`trouble.${reason as 'ADDRESS_NOT_COVERED'}`)}
          </li>
        ))}
      </ul>
      <p>{t(goesWithout ? 'trouble.unserviceableWhy' : 'trouble.unserviceableAll')}</p>
      {goesWithout ? (
        <Act {...at} does="leave-out" label={t('trouble.leaveShops')}>
          {sellers.map(({ sellerId }) => (
            <input key={sellerId} type="hidden" name={`shop-${sellerId}`} value="1" />
          ))}
        </Act>
      ) : null}
    </>
  );
}

function NoCash({ checkout, addressId }: TroubleProps<'cash'>) {
  const { t, format } = useShop();
  if (checkout === null) return null;
  const digital = checkout.lines.filter((line) => line.digital);
  if (digital.length === 0)
    return (
      <>
        <p>
          {t('trouble.cashAbove', {
            maximum: format.money(checkout.codMaximum.amount),
            total: format.money(checkout.totals.total.amount),
          })}
        </p>
        <Act checkout={checkout} addressId={addressId} does="release" label={t('checkout.release')} />
      </>
    );
  return (
    <>
      <p>{t('trouble.cashDigital')}</p>
      <ul>
        {digital.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      <Act checkout={checkout} addressId={addressId} does="leave-out" label={t('trouble.leaveOut')}>
        {digital.map(({ offerId }) => (
          <input key={offerId} type="hidden" name={`out-${offerId}`} value="1" />
        ))}
      </Act>
    </>
  );
}

interface ActProps {
  checkout: Schemas['Checkout'] | null;
  addressId: string | null;
  does: string;
  label: string;
  children?: ReactNode;
}

function Act({ checkout, addressId, does, label, children }: ActProps) {
  const { to } = useShop();
  if (checkout === null) return null;
  return (
    <form method="post" action={to(`/checkout/${checkout.id}`)}>
      <FormFields name={does} />
      <input type="hidden" name="address" value={addressId ?? ''} />
      {children}
      <button type="submit" className="button primary" name="do" value={does}>
        {label}
      </button>
    </form>
  );
}
