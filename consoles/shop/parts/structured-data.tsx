import type { Page } from '../../../server/storefront/page-models.ts';
import { useShop } from './shop-context.tsx';
import { SITE_NAME } from './site-name.ts';

type ProductPage = Extract<Page, { kind: 'product' }>;

/** What search engines read of a page: schema.org as JSON-LD, which no browser runs. */
export function StructuredData({ page }: { page: Page }) {
  const { locale, origin, to } = useShop();
  if (origin === null) return null;
  const at = (path: string) => `${origin}${to(path)}`;
  const said =
    page.kind === 'home'
      ? {
          '@type': 'WebSite',
          name: SITE_NAME[locale],
          url: at(''),
          inLanguage: locale,
          potentialAction: {
            '@type': 'SearchAction',
            target: `${at('/search')}?q={words}`,
            'query-input': 'required name=words',
          },
        }
      : page.kind === 'product'
        ? productData(page, at, origin)
        : null;
  if (said === null) return null;
  // "<" would end the element: in JSON it may be written as a number.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...said }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in a data block, with every "<" written as a number
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

function productData({ product, offers, above }: ProductPage, at: (path: string) => string, origin: string) {
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
