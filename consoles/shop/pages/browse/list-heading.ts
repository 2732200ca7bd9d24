import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import type { Shop } from '../../parts/shop-context.tsx';

type ListPage = Extract<BrowsePage, { kind: 'list' }>;

/** A list's heading. */
export function headingOf({ of, choices, correctedQuery }: ListPage, t: Shop['t']): string {
  if (of.kind === 'category') return of.category.name;
  if (of.kind === 'seller') return of.seller.name;
  return choices.q === null ? t('allProducts') : t('searchFor', { q: correctedQuery ?? choices.q });
}
