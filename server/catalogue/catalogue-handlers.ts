import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import { readCategories } from './category-store.ts';
import { readActiveSeller, readProduct, readVariantOffers } from './product-store.ts';
import { inLocale, renderProduct, renderShopperOffer, renderSummary } from './render-product.ts';
import { searchProducts } from './search-products.ts';

type CatalogueOperation =
  | 'listCategories'
  | 'listProducts'
  | 'getProduct'
  | 'listVariantOffers'
  | 'getSellerProfile';

/** Browsing, for everybody. */
export function catalogueHandlers(
  deps: Pick<Dependencies, 'database' | 'secrets'>,
): Pick<Handlers, CatalogueOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listCategories: async ({ query, locale }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const key = cursors.decode('categories', query.cursor);
      const after = key === null ? null : { position: Number(key[0]), id: String(key[1]) };
      const found = await readCategories(database, after, limit + 1);
      const body = cursors.page(
        'categories',
        found,
        limit,
        (category) => [category.position, category.id],
        ({ id, slug, nameEn, nameAr }) => ({ id, slug, name: inLocale(locale, nameEn, nameAr) }),
      );
      return { status: 200, body };
    },

    listProducts: async ({ query, locale }) => {
      const { limit = DEFAULT_LIMIT, sort = 'newest' } = query;
      const filter = {
        q: query.q ?? null,
        categoryId: query.categoryId ?? null,
        sellerId: query.sellerId ?? null,
        minPrice: query.minPrice ?? null,
        maxPrice: query.maxPrice ?? null,
        inStock: query.inStock ?? false,
      };
      const scope = `products:${sort}:${locale}:${JSON.stringify(filter)}`;
      const key = cursors.decode(scope, query.cursor);
      const after = key === null ? null : { key: String(key[0]), id: String(key[1]) };
      const found = await searchProducts(database, { filter, sort, locale, after, count: limit + 1 });
      const body = cursors.page(
        scope,
        found,
        limit,
        ({ sortKey, id }) => [sortKey, id],
        (product) => renderSummary(product, locale),
      );
      return { status: 200, body };
    },

    getProduct: async ({ params, locale }) => {
      return { status: 200, body: renderProduct(await readProduct(database, params.id), locale) };
    },

    listVariantOffers: async ({ params, query, locale }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const scope = `variant-offers:${params.id}`;
      const key = cursors.decode(scope, query.cursor);
      const after = key === null ? null : { price: String(key[0]), id: String(key[1]) };
      const found = await readVariantOffers(database, params.id, after, limit + 1);
      const body = cursors.page(
        scope,
        found,
        limit,
        ({ price, id }) => [price, id],
        (offer) => renderShopperOffer(offer, locale),
      );
      return { status: 200, body };
    },

    getSellerProfile: async ({ params, locale }) => {
      const { id, displayNameEn, displayNameAr, onVacation } = await readActiveSeller(database, params.id);
      return { status: 200, body: { id, name: inLocale(locale, displayNameEn, displayNameAr), onVacation } };
    },
  };
}
