import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { ProductName } from './product-card.tsx';

/** The entries of the list below the search field. A script inserts them and follows the chosen one. */
export function Suggestions({
  page: { q, products },
}: {
  page: Extract<BrowsePage, { kind: 'suggestions' }>;
}) {
  const { t, to, format } = useShop();
  return (
    <>
      {products.map((product, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: a listbox keeps the focus in its field
        <div
          key={product.id}
          role="option"
          id={`suggestion-${index}`}
          aria-selected="false"
          data-to={to(`/p/${product.id}`)}
        >
          <Picture
            image={product.image === null ? null : { ...product.image, alt: '' }}
            name={product.name}
          />
          <span>
            <ProductName product={product} />
          </span>
          {product.fromPrice === null ? null : (
            <bdi className="digits muted">{format.money(product.fromPrice.amount)}</bdi>
          )}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useFocusableInteractive: a listbox keeps the focus in its field */}
      <div
        role="option"
        id="suggestion-all"
        aria-selected="false"
        data-to={`${to('/search')}?q=${encodeURIComponent(q)}`}
        data-said={t('suggestionCount', { count: products.length })}
      >
        <span>{t('allResultsFor', { q })}</span>
      </div>
    </>
  );
}
