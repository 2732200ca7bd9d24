import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';

type ListPageModel = Extract<BrowsePage, { kind: 'list' }>;

const SORTS = [
  ['newest', 'sortNewest'],
  ['price-asc', 'sortPriceUp'],
  ['price-desc', 'sortPriceDown'],
  ['name', 'sortName'],
] as const;

/** Whether any of them is set. */
export function hasChoices({ of, choices }: ListPageModel): boolean {
  const { minPrice, maxPrice, inStock, sellerId, categoryId, options } = choices;
  return (
    [minPrice, maxPrice].some((choice) => choice !== null) ||
    inStock ||
    options.length > 0 ||
    (sellerId !== null && of.kind !== 'seller') ||
    (categoryId !== null && of.kind !== 'category')
  );
}

/** Sorting and filters as one form that loads the list again: by its button, or with script at each choice. */
export function Filters({ page }: { page: ListPageModel }) {
  const { of, choices, facets } = page;
  const { t, to, path } = useShop();
  const { q, sort, minPrice, maxPrice, inStock, sellerId, categoryId, options } = choices;
  const isChosen = hasChoices(page);
  return (
    <details className="filters" open={isChosen}>
      <summary>{t('filter')}</summary>
      <form action={to(path)} method="get" data-auto>
        {q === null ? null : <input type="hidden" name="q" value={q} />}
        <label>
          {t('sort')}
          <select name="sort" defaultValue={sort ?? ''}>
            {q === null ? null : <option value="">{t('sortRelevance')}</option>}
            {SORTS.map(([value, text]) => (
              <option key={value} value={q === null && value === 'newest' ? '' : value}>
                {t(text)}
              </option>
            ))}
          </select>
        </label>
        <fieldset className="price-range">
          <legend>{t('price')}</legend>
          <label>
            {t('priceFrom')}
            <input name="minPrice" inputMode="decimal" size={6} defaultValue={minPrice ?? ''} dir="ltr" />
          </label>
          <label>
            {t('priceTo')}
            <input name="maxPrice" inputMode="decimal" size={6} defaultValue={maxPrice ?? ''} dir="ltr" />
          </label>
        </fieldset>
        <label className="check">
          <input type="checkbox" name="inStock" value="true" defaultChecked={inStock} />
          <span>{t('inStockOnly')}</span>
          {facets === null ? null : <Count value={facets.inStock} />}
        </label>
        {of.kind === 'category' || facets === null || facets.categories.length < 2 ? null : (
          <label>
            {t('category')}
            <select name="categoryId" defaultValue={categoryId ?? ''}>
              <option value="">{t('allOfThem')}</option>
              {facets.categories.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name} ({count})
                </option>
              ))}
            </select>
          </label>
        )}
        {of.kind === 'seller' || facets === null || facets.sellers.length < 2 ? null : (
          <label>
            {t('seller')}
            <select name="sellerId" defaultValue={sellerId ?? ''}>
              <option value="">{t('allSellers')}</option>
              {facets.sellers.map(({ id, name, count }) => (
                <option key={id} value={id}>
                  {name} ({count})
                </option>
              ))}
            </select>
          </label>
        )}
        {(facets?.options ?? []).map(({ name, label, values }) => (
          <fieldset key={name}>
            <legend>{label}</legend>
            {values.map(({ value, label: shown, count }) => (
              <label key={value} className="check">
                <input
                  type="checkbox"
                  name="option"
                  value={`${name}:${value}`}
                  defaultChecked={options.includes(`${name}:${value}`)}
                />
                <span>
                  <bdi>{shown}</bdi>
                </span>
                <Count value={count} />
              </label>
            ))}
          </fieldset>
        ))}
        <div className="filter-buttons">
          <button type="submit" className="button">
            {t('apply')}
          </button>
          {isChosen ? (
            <a href={to(path) + (q === null ? '' : `?q=${encodeURIComponent(q)}`)} data-swap>
              {t('clearFilters')}
            </a>
          ) : null}
        </div>
      </form>
    </details>
  );
}

function Count({ value }: { value: number }) {
  return <span className="muted digits">({value})</span>;
}
