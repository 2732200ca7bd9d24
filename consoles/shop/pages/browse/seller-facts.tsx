import type { components } from '../../../../server/kernel/http/api-types.ts';
import { PhoneNumber } from '../../parts/phone-number.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { DeliveryLines } from './delivery-lines.tsx';

type Schemas = components['schemas'];

/** How to reach a shop, and how it delivers. */
export function SellerFacts({
  seller,
  shipping,
}: {
  seller: Schemas['SellerProfile'];
  shipping: Schemas['SellerShipping'];
}) {
  const { t, format } = useShop();
  return (
    <div className="seller-facts">
      {seller.description === null ? null : <p className="shop-words">{seller.description}</p>}
      {seller.onVacation ? (
        <p className="notice">
          {seller.vacationUntil === null
            ? t('onVacation')
            : t('onVacationUntil', { day: format.date(`${seller.vacationUntil}T12:00:00+03:00`) })}
        </p>
      ) : null}
      <section aria-labelledby="how-it-delivers">
        <h2 id="how-it-delivers">{t('aboutDelivery')}</h2>
        <DeliveryLines shipping={shipping} zone={null} />
        <p className="muted">{t('oncePerShop')}</p>
      </section>
      {seller.phone === null ? null : (
        <p className="filter-buttons">
          <a className="button" href={`tel:${seller.phone}`}>
            {t('callShop')} <PhoneNumber phone={seller.phone} />
          </a>
          <a className="button" href={`https://wa.me/${seller.phone.slice(1)}`} rel="noopener nofollow">
            {t('whatsApp')}
          </a>
        </p>
      )}
    </div>
  );
}
