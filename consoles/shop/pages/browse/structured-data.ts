import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import type { Shop } from '../../parts/shop-context.tsx';
import { SITE_NAME } from '../../parts/site-name.ts';

type ProductPage = Extract<BrowsePage, { kind: 'product' }>;
type Address = (path: string) => string;

export function siteData({ locale }: Shop, at: Address): object {
  return {
    '@type': 'WebSite',
    name: SITE_NAME[locale],
    url: at(''),
    inLanguage: locale,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${at('/search')}?q={words}`,
      'query-input': 'required name=words',
    },
  };
}

export function productData({ product, offers, above }: ProductPage, { origin }: Shop, at: Address): object {
  return {
    '@graph': [
      {
        '@type': 'Product',
        name: product.name,
        description: product.description,
        url: at(`/p/${product.id}`),
        category: product.categoryName,
        image: product.images.map(({ url }) => `${origin}${url}`),
        offers: offers.map(({ price, buyable, sellerName }) => ({
          '@type': 'Offer',
          price: price.amount,
          priceCurrency: price.currency,
          availability: `https://schema.org/${buyable ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Organization', name: sellerName },
        })),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: above.map(({ name, slug }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name,
          item: at(`/c/${slug}`),
        })),
      },
    ],
  };
}
