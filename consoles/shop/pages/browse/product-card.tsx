import type { components } from '../../../../server/kernel/http/api-types.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';

type Summary = components['schemas']['ProductSummary'];

/**
 * Products in a grid, each a link.
 * @param eager How many pictures are loaded with priority: a phone's first screen has two rows of two.
 * @param isList Further pages are appended to it.
 */
export function ProductGrid({
  products,
  eager = 4,
  isList = false,
}: {
  products: readonly Summary[];
  eager?: number;
  isList?: boolean;
}) {
  const { t } = useShop();
  const list = isList ? { 'data-list': true, 'data-shown': t('moreShown', { count: products.length }) } : {};
  return (
    <ul className="grid" {...list}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} isSeenAtOnce={index < eager} />
        </li>
      ))}
    </ul>
  );
}

function ProductCard({ product, isSeenAtOnce }: { product: Summary; isSeenAtOnce: boolean }) {
  const { t, to, format } = useShop();
  const { id, name, image, fromPrice, variantCount, inStock } = product;
  const price = fromPrice === null ? null : format.money(fromPrice.amount);
  return (
    <a className="card" href={to(`/p/${id}`)}>
      <span className="card-picture">
        <Picture
          image={image === null ? null : { ...image, alt: '' }}
          name={name}
          isSeenAtOnce={isSeenAtOnce}
          isMain={isSeenAtOnce}
        />
        {price !== null && !inStock ? <span className="sold-out-mark">{t('soldOut')}</span> : null}
      </span>
      <span className="card-name">
        <ProductName product={product} />
      </span>
      {price === null ? (
        <span className="muted">{t('notAvailable')}</span>
      ) : (
        <strong className="price digits">
          {variantCount > 1 ? <span className="from">{t('from')} </span> : null}
          <bdi>{price}</bdi>
        </strong>
      )}
    </a>
  );
}

/**
 * The name in the page's language, with search matches highlighted if they are in this title and not in the other
 * language's.
 */
export function ProductName({ product: { name, highlight } }: { product: Summary }) {
  const { locale } = useShop();
  if (highlight?.locale !== locale) return name;
  return highlight.parts.map(({ text, match }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, rendered once
    match ? <mark key={index}>{text}</mark> : text,
  );
}
