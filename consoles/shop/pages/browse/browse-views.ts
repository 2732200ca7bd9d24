import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { HomePage } from './home-page.tsx';
import { headingOf } from './list-heading.ts';
import { ListPage } from './list-page.tsx';
import { ProductPage } from './product-page.tsx';
import { productData, siteData } from './structured-data.ts';

type ListModel = Extract<BrowsePage, { kind: 'list' }>;

/** Search engines show about so many characters. */
const MAX_DESCRIPTION_LENGTH = 155;

export const browseViews: PageViews<BrowsePage> = {
  home: {
    Body: HomePage,
    title: (_, { t }) => t('tagline'),
    isListed: () => true,
    data: (_, shop, at) => siteData(shop, at),
  },
  list: {
    Body: ListPage,
    title: (page, { t }) => headingOf(page, t),
    isListed: isPlainList,
    query: ({ choices }) => choices.q,
  },
  product: {
    Body: ProductPage,
    title: ({ product }) => product.name,
    description: ({ product }, { t }) =>
      product.description === '' ? t('tagline') : shortened(product.description),
    isListed: () => true,
    data: productData,
    picture: ({ product }) => product.images[0] ?? null,
  },
};

/** A category or a shop without any choice made; words that were looked for are nothing for search engines. */
function isPlainList({ of, choices }: ListModel): boolean {
  if (of.kind === 'search') return false;
  const { q, sort, minPrice, maxPrice, inStock, options } = choices;
  return [q, sort, minPrice, maxPrice].every((choice) => choice === null) && !inStock && options.length === 0;
}

function shortened(description: string): string {
  const text = description.replaceAll(/\s+/g, ' ').trim();
  return text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1)}…`;
}
