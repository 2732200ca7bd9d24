import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { QATAR_TIME_ZONE } from '../../../shared/i18n/qatar-time.ts';
import type { Shop } from '../../parts/shop-context.tsx';
import { SITE_NAME } from '../../parts/site-name.ts';

type Schemas = components['schemas'];
type ProductPage = Extract<BrowsePage, { kind: 'product' }>;
type ListPage = Extract<BrowsePage, { kind: 'list' }>;
type Address = (path: string) => string;

const DAY_MS = 86_400_000;

export function siteData({ locale, origin, assets }: Shop, at: Address): object {
  const name = SITE_NAME[locale];
  return {
    '@graph': [
      {
        '@type': 'WebSite',
        name,
        url: at(''),
        inLanguage: locale,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${at('/search')}?q={words}`,
          'query-input': 'required name=words',
        },
      },
      {
        '@type': 'Organization',
        name,
        url: at(''),
        areaServed: 'QA',
        ...(assets.touchIcon === null ? {} : { logo: `${origin}${assets.touchIcon}` }),
      },
    ],
  };
}

export function productData(page: ProductPage, shop: Shop, at: Address): object {
  const { product, offers, above, shipping, variantId } = page;
  const url = at(`/p/${product.id}`);
  const sku = product.variants.find(({ id }) => id === variantId)?.sku;
  return {
    '@graph': [
      {
        '@type': 'Product',
        productID: product.id,
        ...(sku === undefined ? {} : { sku }),
        name: product.name,
        description: product.description,
        url,
        category: product.categoryName,
        ...(product.images.length === 0
          ? {}
          : { image: product.images.map((image) => `${shop.origin}${image.url}`) }),
        offers: offers.map(({ price, buyable, sellerId, sellerName }) => ({
          '@type': 'Offer',
          url,
          price: price.amount,
          priceCurrency: price.currency,
          availability: `https://schema.org/${buyable ? 'InStock' : 'OutOfStock'}`,
          seller: { '@type': 'Organization', name: sellerName, url: at(`/s/${sellerId}`) },
          ...shippingData(shipping[sellerId]),
        })),
      },
      wayData(above, { name: product.name, item: url }, shop, at),
    ],
  };
}

/** A breadcrumb, for a seller together with the shop; null for a search. */
export function listData({ of }: ListPage, shop: Shop, at: Address): object | null {
  if (of.kind === 'search') return null;
  if (of.kind === 'category') {
    const here = { name: of.category.name, item: at(`/c/${of.category.slug}`) };
    return wayData(of.above, here, shop, at);
  }
  const { id, name, phone } = of.seller;
  const url = at(`/s/${id}`);
  return {
    '@graph': [
      {
        '@type': 'OnlineStore',
        name,
        url,
        areaServed: 'QA',
        ...(phone === null ? {} : { telephone: phone }),
      },
      wayData([], { name, item: url }, shop, at),
    ],
  };
}

function wayData(
  above: readonly Schemas['Category'][],
  here: { name: string; item: string },
  { t }: Shop,
  at: Address,
): object {
  const way = [
    { name: t('home'), item: at('') },
    ...above.map(({ name, slug }) => ({ name, item: at(`/c/${slug}`) })),
    here,
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

/** The cheapest method, with its days if ordered before the cut-off. */
function shippingData(shipping: Schemas['SellerShipping'] | undefined): object {
  const [cheapest] = shipping?.methods ?? [];
  if (shipping === undefined || cheapest === undefined) return {};
  const ordered = new Intl.DateTimeFormat('en-CA', { timeZone: QATAR_TIME_ZONE }).format(
    new Date(shipping.validUntil),
  );
  const daysUntil = (day: string) => Math.round((Date.parse(day) - Date.parse(ordered)) / DAY_MS);
  const { price, promise } = cheapest;
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: price.amount, currency: price.currency },
      shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'QA' },
      deliveryTime: {
        '@type': 'ShippingDeliveryTime',
        handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 0, unitCode: 'DAY' },
        transitTime: {
          '@type': 'QuantitativeValue',
          minValue: daysUntil(promise.earliest),
          maxValue: daysUntil(promise.latest),
          unitCode: 'DAY',
        },
      },
    },
  };
}
