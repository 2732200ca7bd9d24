import type { OrderPart } from '../../../../server/storefront/orders-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { timeOf } from './part-words.ts';

/** The codes the driver asks for at the door, large enough to be read at arm's length. */
export function DeliveryCodes({ parts, at }: { parts: readonly OrderPart[]; at: string }) {
  const shop = useShop();
  const { t, to } = shop;
  const isOneOfMany = parts.length > 1;
  return parts.map(({ group: { id, sellerName }, tracked: { deliveryCode } }) =>
    deliveryCode === null ? null : (
      <section key={id} id={`code-${id}`} className="panel delivery-code" aria-labelledby={`code-of-${id}`}>
        <h2 id={`code-of-${id}`} data-news={`${t('deliveryCode')}: ${[...deliveryCode.code].join(' ')}`}>
          {t('deliveryCode')}
        </h2>
        {isOneOfMany ? <p>{t('codeFor', { shop: sellerName })}</p> : null}
        <p className="code digits" dir="ltr">
          {deliveryCode.code}
        </p>
        <p>
          {t('readItOut')}{' '}
          <span className="digits">
            {t('validUntil', { time: timeOf(deliveryCode.validUntil, at, shop) })}
          </span>
        </p>
        <p className="muted">
          <a href={to('/notifications')}>{t('codeElsewhere')}</a>
        </p>
      </section>
    ),
  );
}
