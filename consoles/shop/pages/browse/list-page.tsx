import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { Filters, hasChoices } from './filters.tsx';
import { headingOf } from './list-heading.ts';
import { NothingFound } from './nothing-found.tsx';
import { ProductGrid } from './product-card.tsx';
import { SellerFacts } from './seller-facts.tsx';
import { Way } from './way.tsx';

type ListPageModel = Extract<BrowsePage, { kind: 'list' }>;

/** A list of products: of a category, of a seller, or from a search. */
export function ListPage({ page }: { page: ListPageModel }) {
  const { t, path, search, to } = useShop();
  const { of, products, facets, next, isFurther, choices, correctedQuery: corrected } = page;
  const heading = headingOf(page, t);
  // Without results there is nothing to filter; filters already set are kept, so that they can be removed.
  const hasFilters = products.length > 0 || hasChoices(page);
  const start = new URLSearchParams(search);
  start.delete('cursor');
  return (
    <>
      <Way above={of.kind === 'category' ? of.above : []} here={heading} />
      <div className="list-head">
        <h1>{heading}</h1>
        {facets === null || products.length === 0 ? null : (
          <p className="muted digits" data-count>
            {t('productCount', { count: facets.total })}
          </p>
        )}
      </div>
      {corrected === null || choices.q === null ? null : (
        <p className="notice">{t('searchedInstead', { q: choices.q, corrected })}</p>
      )}
      {of.kind === 'seller' ? <SellerFacts {...of} /> : null}
      {of.kind === 'category' && of.below.length > 0 ? <CategoryTiles tiles={of.below} /> : null}
      {isFurther ? (
        <p>
          <a className="button" href={`${to(path)}${start.size === 0 ? '' : `?${start}`}`}>
            {t('toListStart')}
          </a>
        </p>
      ) : null}
      <div className={hasFilters ? 'list-body' : 'list-body whole'}>
        {hasFilters ? <Filters page={page} /> : null}
        <div>
          {products.length === 0 ? <NothingFound page={page} /> : <ProductGrid products={products} isList />}
          {next === null ? null : (
            <p className="next" data-next>
              <a className="button" rel="next nofollow" href={`${to(path)}?${next}`} data-more>
                {t('nextPage')}
              </a>
            </p>
          )}
        </div>
      </div>
    </>
  );
}
