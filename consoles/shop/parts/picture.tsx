import type { components } from '../../../server/kernel/http/api-types.ts';

type Image = components['schemas']['ShopperImage'];

/** Six muted colours for products without a picture, derived from the name so that a product keeps its own. */
const TINTS = 6;

/** A product's picture with its space reserved, or the first letter of its name if it has no picture. */
export function Picture({
  image,
  name,
  isSeenAtOnce = false,
  isMain = false,
}: {
  image: Image | null;
  name: string;
  isSeenAtOnce?: boolean;
  /** The page's main picture: fetched before all others. */
  isMain?: boolean;
}) {
  if (image === null) {
    const letter = name.trim().replace(/^ال/, '').charAt(0).toLocaleUpperCase('en');
    return (
      <span className={`picture no-picture tint-${tintOf(name)}`} aria-hidden="true">
        {letter}
      </span>
    );
  }
  return (
    <span className="picture">
      <img
        src={image.url}
        alt={image.alt}
        width={image.width}
        height={image.height}
        loading={isSeenAtOnce ? 'eager' : 'lazy'}
        decoding="async"
        fetchPriority={isMain ? 'high' : undefined}
      />
    </span>
  );
}

function tintOf(name: string): number {
  let sum = 0;
  for (const character of name) sum += character.codePointAt(0) ?? 0;
  return sum % TINTS;
}
