import type { StaleFormPage as StaleFormModel } from '../../../server/storefront/page-models.ts';
import { useShop } from '../parts/shop-context.tsx';

/** The form was out of date and not accepted; a link leads back to its page. */
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
