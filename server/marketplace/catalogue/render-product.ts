import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import type { CategoryRow } from './category-store.ts';
import { localizedOptions } from './localized-options.ts';
import type { ImageRow } from './product-image-store.ts';
import { renderShopperImage } from './product-images.ts';
import type { FoundProduct, Highlight } from './product-search-store.ts';
import type { ProductDetail, ShopperOffer } from './product-store.ts';
import { textsIn } from './product-texts.ts';

type Schemas = components['schemas'];

/** Shoppers are shown one language. */
export function inLocale(locale: Locale, en: string, ar: string): string {
  return locale === 'ar' ? ar : en;
}

export function renderCategory(category: CategoryRow, locale: Locale): Schemas['Category'] {
  const { id, slug, nameEn, nameAr, parentId, position } = category;
  return { id, slug, name: inLocale(locale, nameEn, nameAr), parentId, position };
}

export function renderSummary(
  product: FoundProduct,
  cover: ImageRow | undefined,
  locale: Locale,
): Schemas['ProductSummary'] {
  return {
    id: product.id,
    categoryId: product.categoryId,
    name: inLocale(locale, product.titleEn, product.titleAr),
    digital: product.digital,
    inStock: product.inStock,
    variantCount: product.variantCount,
    fromPrice: product.fromPrice === null ? null : qar(product.fromPrice),
    image: cover === undefined ? null : renderShopperImage(cover, locale),
    ...renderHighlight(product, locale),
  };
}

/** Highlights in the shown title, or in the other language's if only that one matches the query. */
function renderHighlight(
  { markedEn, markedAr }: FoundProduct,
  locale: Locale,
): Pick<Schemas['ProductSummary'], 'highlight'> {
  const marked = { en: markedEn, ar: markedAr };
  const order: Locale[] = locale === 'ar' ? ['ar', 'en'] : ['en', 'ar'];
  const meeting = order.find((one) => marked[one]?.some(({ match }) => match));
  const parts = meeting === undefined ? null : marked[meeting];
  return meeting === undefined || parts === null
    ? {}
    : { highlight: { locale: meeting, parts: joined(parts) } };
}

function joined(parts: Highlight): Highlight {
  const runs: Highlight = [];
  for (const { text, match } of parts) {
    const last = runs.at(-1);
    if (last?.match === match) last.text += text;
    else runs.push({ text, match });
  }
  return runs;
}

export function renderProduct(detail: ProductDetail, locale: Locale): Schemas['Product'] {
  const { product, category, images, variants } = detail;
  const { title, ...texts } = textsIn(locale, product);
  return {
    id: product.id,
    categoryId: product.categoryId,
    categoryName: inLocale(locale, category.nameEn, category.nameAr),
    name: title,
    ...texts,
    digital: product.digital,
    images: images.map((image) => renderShopperImage(image, locale)),
    variants: variants.map(({ variant, available, bestOffer }) => ({
      id: variant.id,
      sku: variant.sku,
      name: inLocale(locale, variant.nameEn, variant.nameAr),
      options: variant.options,
      optionTexts: localizedOptions(variant, locale),
      available,
      bestOffer: bestOffer === null ? null : renderShopperOffer(bestOffer, locale),
    })),
  };
}

export function renderShopperOffer(offer: ShopperOffer, locale: Locale): Schemas['ShopperOffer'] {
  return {
    id: offer.id,
    variantId: offer.variantId,
    sellerId: offer.sellerId,
    sellerName: inLocale(locale, offer.sellerNameEn, offer.sellerNameAr),
    price: qar(offer.price),
    available: offer.available,
    buyable: offer.available > 0,
  };
}
