import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { Icon } from '../../parts/icon.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { ProductGrid } from './product-card.tsx';
import { RecentlySeen } from './recently-seen.tsx';

const MAX_PICTURES = 3;

export function HomePage({
  page: { newest, tiles, sellers },
}: {
  page: Extract<BrowsePage, { kind: 'home' }>;
}) {
  const { t, to } = useShop();
  return (
    <>
      <section className="hero">
        <div>
          <h1>{t('heroTitle')}</h1>
          <p>{t('heroText')}</p>
          <a className="button" href={to('/c')}>
            {t('startShopping')}
          </a>
        </div>
        {/* Only on wide screens; elsewhere it is not fetched. */}
        <ul className="hero-pictures" aria-hidden="true">
          {newest
            .filter(({ image }) => image !== null)
            .slice(0, MAX_PICTURES)
            .map(({ id, name, image }) => (
              <li key={id}>
                <Picture image={image === null ? null : { ...image, alt: '' }} name={name} />
              </li>
            ))}
        </ul>
      </section>
      {tiles.length === 0 ? null : (
        <section aria-labelledby="categories">
          <h2 id="categories">{t('categories')}</h2>
          <CategoryTiles tiles={tiles} isSeenAtOnce />
        </section>
      )}
      <section aria-labelledby="newest">
        <h2 id="newest">{t('newest')}</h2>
        {newest.length === 0 ? (
          <p className="muted">{t('nothingForSale')}</p>
        ) : (
          <ProductGrid products={newest} eager={0} />
        )}
      </section>
      {sellers.length === 0 ? null : (
        <section aria-labelledby="shops">
          <h2 id="shops">{t('shops')}</h2>
          <ul className="shop-tiles">
            {sellers.map(({ id, name, count }) => (
              <li key={id}>
                <a href={to(`/s/${id}`)}>
                  <Icon name="shop" />
                  <span>
                    <bdi>{name}</bdi>
                    <span className="muted digits">{t('productCount', { count })}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecentlySeen />
    </>
  );
}
