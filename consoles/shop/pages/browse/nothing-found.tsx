import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { SearchForm } from '../../parts/search-form.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { hasChoices } from './filters.tsx';
import { ProductGrid } from './product-card.tsx';

/** What to try, where else to look, and what is new. */
export function NothingFound({ page }: { page: Extract<BrowsePage, { kind: 'list' }> }) {
  const { t, to, path, shelves } = useShop();
  const { q } = page.choices;
  const isChosen = hasChoices(page);
  const plain = to(path) + (path === '/search' && q !== null ? `?q=${encodeURIComponent(q)}` : '');
  return (
    <div className="nothing">
      <h2 data-count>{t('nothingFound')}</h2>
      {q === null && !isChosen ? null : (
        <ul className="bullets">
          {q === null ? null : (
            <>
              <li>{t('checkSpelling')}</li>
              <li>{t('fewerWords')}</li>
            </>
          )}
          {isChosen ? (
            <li>
              <a href={plain}>{t('clearThem')}</a>
            </li>
          ) : null}
        </ul>
      )}
      {path === '/search' ? <SearchForm query={q ?? ''} /> : null}
      <ul className="chips">
        {shelves.map(({ id, slug, name }) => (
          <li key={id}>
            <a href={to(`/c/${slug}`)}>{name}</a>
          </li>
        ))}
      </ul>
      {page.newest.length === 0 ? null : (
        <section aria-labelledby="newest">
          <h2 id="newest">{t('newestInstead')}</h2>
          <ProductGrid products={page.newest} />
        </section>
      )}
    </div>
  );
}
