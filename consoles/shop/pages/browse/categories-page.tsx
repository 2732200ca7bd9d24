import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { Way } from './way.tsx';

/** Every top category, with those directly below it. */
export function CategoriesPage({ page: { shelves } }: { page: Extract<BrowsePage, { kind: 'categories' }> }) {
  const { t, to } = useShop();
  return (
    <>
      <Way above={[]} here={t('allCategories')} />
      <h1>{t('allCategories')}</h1>
      <ul className="all-categories">
        {shelves.map(({ category, below }) => (
          <li key={category.id}>
            <h2>
              <a href={to(`/c/${category.slug}`)}>{category.name}</a>
            </h2>
            {below.length === 0 ? null : (
              <ul>
                {below.map(({ id, slug, name }) => (
                  <li key={id}>
                    <a href={to(`/c/${slug}`)}>{name}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
