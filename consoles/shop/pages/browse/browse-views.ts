import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { AppsPage } from './apps-page.tsx';
import { CategoriesPage } from './categories-page.tsx';
import { HomePage } from './home-page.tsx';
import { headingOf } from './list-heading.ts';
import { ListPage } from './list-page.tsx';
import { OfflinePage } from './offline-page.tsx';
import { PreviewPage, ProductPage } from './product-page.tsx';
import { listData, productData, siteData } from './structured-data.ts';
import { Suggestions } from './suggestions.tsx';

type ListModel = Extract<BrowsePage, { kind: 'list' }>;

/** About as many characters as search engines show. */
const MAX_DESCRIPTION_LENGTH = 155;

export const browseViews: PageViews<BrowsePage> = {
  home: {
    Body: HomePage,
    title: (_, { t }) => t('tagline'),
    isListed: () => true,
    data: (_, shop, at) => siteData(shop, at),
  },
  apps: { Body: AppsPage, title: (_, { t }) => t('phoneApps.title'), isListed: () => true },
  categories: { Body: CategoriesPage, title: (_, { t }) => t('allCategories'), isListed: () => true },
  list: {
    Body: ListPage,
    title: (page, { t }) => headingOf(page, t) + (page.isFurther ? ` (${t('furtherPage')})` : ''),
    description: (page, { t }) =>
      t(page.of.kind === 'seller' ? 'sellerDescription' : 'listDescription', { name: headingOf(page, t) }),
    isListed: isPlainList,
    data: (page, shop, at) => (isPlainList(page) ? listData(page, shop, at) : null),
    shelf: ({ of }) => (of.kind === 'category' ? (of.above[0] ?? of.category).slug : null),
    query: ({ choices }) => choices.q,
  },
  product: {
    Body: ProductPage,
    title: ({ product }) => product.name,
    description: ({ product, offers }, { t, format }) =>
      product.description !== ''
        ? shortened(product.description)
        : offers[0] === undefined
          ? t('tagline')
          : t('productDescription', { name: product.name, price: format.money(offers[0].price.amount) }),
    isListed: () => true,
    data: productData,
    picture: ({ product }) => product.images[0] ?? null,
    shelf: ({ above }) => above[0]?.slug ?? null,
  },
  preview: {
    Body: PreviewPage,
    title: ({ shown }) => shown.product.name,
    shelf: ({ shown }) => shown.above[0]?.slug ?? null,
  },
  suggestions: { Body: Suggestions, title: (_, { t }) => t('suggestions'), isFragment: true },
  offline: { Body: OfflinePage, title: (_, { t }) => t('offlineTitle') },
};

/**
 * The first page of a category or shop without filters: the only one search engines should list, as all others repeat
 * it.
 */
function isPlainList({ of, choices, isFurther }: ListModel): boolean {
  if (of.kind === 'search' || isFurther) return false;
  const { q, sort, minPrice, maxPrice, sellerId, categoryId, inStock, options } = choices;
  const own = of.kind === 'seller' ? categoryId : sellerId;
  return (
    [q, sort, minPrice, maxPrice, own].every((choice) => choice === null) && !inStock && options.length === 0
  );
}

function shortened(description: string): string {
  const text = description.replaceAll(/\s+/g, ' ').trim();
  return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
