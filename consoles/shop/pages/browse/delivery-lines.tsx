import type { components } from '../../../../server/kernel/http/api-types.ts';
import { Icon } from '../../parts/icon.tsx';
import { type Shop, useShop } from '../../parts/shop-context.tsx';

type Schemas = components['schemas'];
type Promise = Schemas['ShownShippingMethod']['promise'];

/** A shop's delivery methods, with fees and the days if ordered now. */
export function DeliveryLines({
  shipping: { methods, refusal, validUntil },
  zone,
}: {
  shipping: Schemas['SellerShipping'];
  /** The zone asked about; null: none. */
  zone: number | null;
}) {
  const { t, format } = useShop();
  if (refusal !== null) {
    const isFar = refusal === 'ADDRESS_NOT_COVERED' && zone !== null;
    return <p className="sold-out">{isFar ? t('notToZone', { zone: String(zone) }) : t('noDelivery')}</p>;
  }
  return (
    <ul className="delivery">
      {methods.map(({ methodId, name, price, promise, everywhere }) => (
        <li key={methodId}>
          <Icon name="van" />
          <span>
            <strong className="digits">{daysOf(promise, { t, format })}</strong>
            <span>
              {name}
              {' · '}
              <bdi className="digits">
                {price.amount === '0.00' ? t('freeDelivery') : format.money(price.amount)}
              </bdi>
              {everywhere || zone !== null ? null : ` · ${t('someZones')}`}
            </span>
          </span>
        </li>
      ))}
      <li className="muted digits">{t('orderBy', { moment: format.dayAndTime(validUntil) })}</li>
    </ul>
  );
}

/** "Tue 24 Nov – Thu 26 Nov", or the one day. */
function daysOf({ earliest, latest }: Promise, { t, format }: Pick<Shop, 't' | 'format'>): string {
  // Noon falls on the same day in every time zone in question.
  const [first, last] = [format.day(`${earliest}T12:00:00+03:00`), format.day(`${latest}T12:00:00+03:00`)];
  return first === last ? first : t('dayRange', { first, last });
}
