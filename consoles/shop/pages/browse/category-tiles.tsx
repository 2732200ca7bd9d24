import type { CategoryTile } from '../../../../server/storefront/browse-page-models.ts';
import { Picture } from '../../parts/picture.tsx';
import { useShop } from '../../parts/shop-context.tsx';

/** Categories to choose from, each with a picture. */
export function CategoryTiles({
  tiles,
  isSeenAtOnce = false,
}: {
  tiles: readonly CategoryTile[];
  isSeenAtOnce?: boolean;
}) {
  const { to } = useShop();
  return (
    <ul className="category-tiles">
      {tiles.map(({ category: { id, slug, name }, image }) => (
        <li key={id}>
          <a href={to(`/c/${slug}`)}>
            <Picture
              image={image === null ? null : { ...image, alt: '' }}
              name={name}
              isSeenAtOnce={isSeenAtOnce}
            />
            <span>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
