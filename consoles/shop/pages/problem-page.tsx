import type { ProblemPage as ProblemPageModel } from '../../../server/storefront/page-models.ts';
import { useShop } from '../parts/shop-context.tsx';

/** What went wrong in words, and where to go on. */
export function ProblemPage({ page: { title, detail } }: { page: ProblemPageModel }) {
  const { t, to } = useShop();
  return (
    <div className="empty">
      <h1>{title}</h1>
      <p>{detail}</p>
      <p className="filter-buttons">
        <a className="button primary" href={to('')}>
          {t('backHome')}
        </a>
        <a className="button" href={to('/cart')}>
          {t('goBack')}
        </a>
      </p>
    </div>
  );
}
