import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { Filters } from './filters.tsx';
import { headingOf } from './list-heading.ts';
import { ProductGrid } from './product-card.tsx';
import { Way } from './way.tsx';

type ListPageModel = Extract<BrowsePage, { kind: 'list' }>;

/** A category, a seller's products, or what was looked for. */
export function ListPage({ page }: { page: ListPageModel }) {
  const { t, path, to } = useShop();
  const { of, products, facets, next } = page;
  return (
    <>
      <Way above={of.kind === 'category' ? of.above : []} />
      <div className="list-head">
        <h1>{headingOf(page, t)}</h1>
        {facets === null ? null : (
          <p className="muted digits">{t('productCount', { count: facets.total })}</p>
        )}
      </div>
      {of.kind === 'seller' && of.seller.onVacation ? <p className="notice">{t('onVacation')}</p> : null}
      <div className="list-body">
        <Filters page={page} />
        <div>
          {products.length === 0 ? (
            <div className="empty">
              <h2>{t('nothingFound')}</h2>
              <p>{t('nothingFoundHelp')}</p>
              <a className="button" href={to(path === '/search' ? '' : path)}>
                {t('clearFilters')}
              </a>
            </div>
          ) : (
            <ProductGrid products={products} />
          )}
          {next === null ? null : (
            <p className="next">
              <a className="button" rel="next" href={`${to(path)}?${next}`}>
                {t('nextPage')}
              </a>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
