import type { StaleFormPage as StaleFormModel } from '../../../server/storefront/page-models.ts';
import { useShop } from '../parts/shop-context.tsx';

/** A form was not taken; what it stands on is a tap away. */
export function StaleFormPage({ page: { from } }: { page: StaleFormModel }) {
  const { t, to } = useShop();
  return (
    <div className="empty">
      <h1>{t('staleTitle')}</h1>
      <p>{t('staleDetail')}</p>
      <p>
        <a className="button primary" href={to(from)}>
          {t('staleBack')}
        </a>
      </p>
    </div>
  );
}
