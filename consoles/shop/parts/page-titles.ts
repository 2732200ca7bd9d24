import type { Page } from '../../../server/storefront/page-models.ts';
import type { useShop } from './shop-context.tsx';
import { SITE_NAME } from './site-name.ts';

type Shop = ReturnType<typeof useShop>;
type ListPage = Extract<Page, { kind: 'list' }>;

/** Search engines show about so many characters. */
const MAX_DESCRIPTION_LENGTH = 155;

/** The title of the browser's tab. */
export function titleOf(page: Page, { locale, t }: Shop): string {
  const site = SITE_NAME[locale];
  switch (page.kind) {
    case 'home':
      return `${site} – ${t('tagline')}`;
    case 'list':
      return `${headingOf(page, t)} – ${site}`;
    case 'product':
      return `${page.product.name} – ${site}`;
    case 'cart':
      return `${t('cart')} – ${site}`;
    case 'problem':
      return `${page.title} – ${site}`;
  }
}

export function descriptionOf(page: Page, { t }: Shop): string {
  if (page.kind === 'product' && page.product.description !== '') {
    const text = page.product.description.replaceAll(/\s+/g, ' ').trim();
    return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
  }
  return t('tagline');
}

/** What a list is called. */
export function headingOf({ of, choices }: ListPage, t: Shop['t']): string {
  if (of.kind === 'category') return of.category.name;
  if (of.kind === 'seller') return t('soldBy', { seller: of.seller.name });
  return choices.q === null ? t('allProducts') : t('searchFor', { q: choices.q });
}
