import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { ProductGrid } from './product-card.tsx';

export function HomePage({ page: { newest } }: { page: Extract<BrowsePage, { kind: 'home' }> }) {
  const { t, to, shelves } = useShop();
  return (
    <>
      <section className="welcome">
        <h1>{t('tagline')}</h1>
        <ul className="promises">
          <li>{t('cashAtDoor')}</li>
          <li>{t('ownDrivers')}</li>
        </ul>
      </section>
      <section aria-labelledby="categories">
        <h2 id="categories">{t('categories')}</h2>
        <ul className="category-tiles">
          {shelves.map(({ id, slug, name }) => (
            <li key={id}>
              <a href={to(`/c/${slug}`)}>{name}</a>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="newest">
        <h2 id="newest">{t('newest')}</h2>
        {newest.length === 0 ? (
          <p className="muted">{t('nothingForSale')}</p>
        ) : (
          <ProductGrid products={newest} />
        )}
      </section>
    </>
  );
}
