import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { SellerOfferRow } from './offer-store.ts';
import { renderImage } from './product-images.ts';
import { textsOf } from './product-texts.ts';
import type { WholeProduct } from './seller-products.ts';

/** A product in both languages, as its seller edits it. */
export function renderSellerProduct(whole: WholeProduct): components['schemas']['SellerProduct'] {
  const { sellerId, ...rest } = renderAnyProduct(whole);
  if (sellerId === null) throw new Error(`product ${rest.id} has no seller`);
  return { ...rest, sellerId };
}

/** Same for any product; imported ones have no seller. */
export function renderAnyProduct({
  product,
  variants,
  images,
}: WholeProduct): components['schemas']['AdminProduct'] {
  return {
    id: product.id,
    sellerId: product.createdBySellerId,
    categoryId: product.categoryId,
    ...textsOf(product),
    digital: product.digital,
    active: product.active,
    variants: variants.map(({ id, sku, options, optionTexts, nameEn, nameAr }) => ({
      ...{ id, sku, options, optionTexts },
      name: { en: nameEn, ar: nameAr },
    })),
    images: images.map(renderImage),
    version: product.version,
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
  };
}

export function renderSellerOffer(row: SellerOfferRow): components['schemas']['SellerOffer'] {
  const { titleEn, titleAr, price, createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    productTitle: { en: titleEn, ar: titleAr },
    price: qar(price),
    lowStock: row.lowStockThreshold !== null && row.available < row.lowStockThreshold,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
