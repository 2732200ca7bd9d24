import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { Highlighted } from './product-card.tsx';

/** The entries of the list below the search field. Script puts them there, and follows the one that is chosen. */
export function Suggestions({
  page: { q, products },
}: {
  page: Extract<BrowsePage, { kind: 'suggestions' }>;
}) {
  const { t, to, format } = useShop();
  return (
    <>
      {products.map(({ id, name, image, fromPrice, highlight }, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: a listbox keeps the focus in its field
        <div key={id} role="option" id={`suggestion-${index}`} aria-selected="false" data-to={to(`/p/${id}`)}>
          <Picture image={image === null ? null : { ...image, alt: '' }} name={name} />
          <span>{highlight === undefined ? name : <Highlighted {...highlight} />}</span>
          {fromPrice === null ? null : <bdi className="digits muted">{format.money(fromPrice.amount)}</bdi>}
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
