import { areaNamespace } from '../../../db/redis/areas.ts';
import { dayCounted } from '../../kernel/calendar/working-days.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers, QueryParameters } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import type { Metrics } from '../../kernel/metrics/metrics.ts';
import { readMethodsFor } from '../sellers/sellers.ts';
import { CatalogueCache, type Made } from './catalogue-cache.ts';
import { readCategories } from './category-store.ts';
import { ChangeFeed } from './change-feed.ts';
import { countFacets } from './facet-store.ts';
import type { ProductFilter } from './product-filter-store.ts';
import { readCovers } from './product-image-store.ts';
import { type FoundProduct, searchProducts, sortingFor } from './product-search-store.ts';
import { readActiveSeller, readProduct, readVariantOffers } from './product-store.ts';
import { renderFacets } from './render-facets.ts';
import {
  inLocale,
  renderCategory,
  renderProduct,
  renderShopperOffer,
  renderSummary,
} from './render-product.ts';
import { renderSellerShipping } from './seller-shipping.ts';

type CatalogueOperation =
  | 'listCategories'
  | 'listProducts'
  | 'getProduct'
  | 'listVariantOffers'
  | 'getSellerProfile'
  | 'getSellerShipping';

/** Public browsing operations. */
export function catalogueHandlers(
  deps: Pick<Dependencies, 'database' | 'secrets' | 'redis' | 'config' | 'clock' | 'settings'> & {
    metrics: Pick<Metrics, 'frameRefused'>;
  },
): Pick<Handlers, CatalogueOperation> {
  const { database, clock, settings } = deps;
  const cache = new CatalogueCache({
    feed: new ChangeFeed(database, deps.config.catalogueLag),
    redis: deps.redis,
    namespace: areaNamespace(deps.config, 'shared'),
    secrets: deps.secrets,
    onForged: () => deps.metrics.frameRefused('catalogue', 'forged'),
  });
  const kept = async (key: string, make: () => Promise<Made>) => {
    const prepared = await cache.answer(key, make);
    return {
      status: 200,
      prepared,
      current: () => cache.present(key),
      recheck: () => cache.recheck(key),
    };
  };
  const cursors = new Cursors(deps.secrets);

  return {
    listCategories: async ({ query, locale }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const key = cursors.decode('categories', query.cursor);
      const after = key === null ? null : { position: Number(key[0]), id: String(key[1]) };
      return kept(`categories:${locale}:${limit}:${query.cursor}`, async () => ({
        origin: 'shelves',
        body: cursors.page(
          'categories',
          await readCategories(database, after, limit + 1),
          limit,
          (category) => [category.position, category.id],
          (category) => renderCategory(category, locale),
        ),
      }));
    },

    listProducts: async ({ query, locale }) => {
      const { limit = DEFAULT_LIMIT } = query;
      const filter = filterOf(query);
      const sort = sortingFor(filter.q, query.sort);
      const scope = `products:${sort}:${locale}:${JSON.stringify(filter)}`;
      const key = cursors.decode(scope, query.cursor);
      const after = key === null ? null : { key: String(key[0]), id: String(key[1]) };
      const counted = query.facets === true;
      return kept(`${scope}:${counted}:${limit}:${query.cursor}`, async () => {
        const [found, facets] = await Promise.all([
          searchProducts(database, { filter, sort, locale, after, count: limit + 1 }),
          counted ? countFacets(database, filter) : null,
        ]);
        const covers = await readCovers(
          database,
          found.map(({ id }) => id),
        );
        const page = cursors.page(
          scope,
          found,
          limit,
          ({ sortKey, id }) => [sortKey, id],
          (product) => renderSummary(product, covers.get(product.id), locale),
        );
        const corrected = correctedQuery(filter.q, found);
        const body = {
          ...page,
          ...(facets === null ? {} : { facets: renderFacets(facets, locale) }),
          ...(corrected === null ? {} : { correctedQuery: corrected }),
        };
        return { origin: 'shelves', body };
      });
    },

    getProduct: async ({ params, locale }) =>
      kept(`product:${params.id}:${locale}`, async () => {
        const detail = await readProduct(database, params.id);
        return { origin: { id: detail.product.id }, body: renderProduct(detail, locale) };
      }),

    listVariantOffers: async ({ params, query, locale }) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const scope = `variant-offers:${params.id}`;
      const key = cursors.decode(scope, query.cursor);
      const after = key === null ? null : { price: String(key[0]), id: String(key[1]) };
      return kept(`${scope}:${locale}:${limit}:${query.cursor}`, async () => {
        const { productId, offers } = await readVariantOffers(database, params.id, after, limit + 1);
        const body = cursors.page(
          scope,
          offers,
          limit,
          ({ price, id }) => [price, id],
          (offer) => renderShopperOffer(offer, locale),
        );
        return { origin: { id: productId }, body };
      });
    },

    getSellerProfile: async ({ params, locale }) =>
      kept(`seller:${params.id}:${locale}`, async () => {
        const seller = await readActiveSeller(database, params.id);
        const { id, displayNameEn, displayNameAr, descriptionEn, descriptionAr } = seller;
        const { onVacation, vacationUntil, publicPhone: phone } = seller;
        const name = inLocale(locale, displayNameEn, displayNameAr);
        const description = inLocale(locale, descriptionEn ?? '', descriptionAr ?? '') || null;
        return { origin: { id }, body: { id, name, onVacation, vacationUntil, description, phone } };
      }),

    // The key contains calendar and day: neither a new holiday nor the passing of time is a catalogue change.
    getSellerShipping: async ({ params, query, locale }) => {
      const { zoneNumber = null } = query;
      const ask = async () => {
        const { holidays, cutoffTime: cutoff } = await settings.values();
        const now = clock.now();
        const calendar = `${dayCounted(now, cutoff)}:${cutoff}:${holidays.join()}`;
        const key = `shipping:${params.id}:${zoneNumber}:${locale}:${calendar}`;
        return { key, terms: { zoneNumber, now, holidays, cutoff } };
      };
      const { key, terms } = await ask();
      const prepared = await cache.answer(key, async () => {
        const { id } = await readActiveSeller(database, params.id);
        const methods = await readMethodsFor(database, id);
        return { origin: { id }, body: renderSellerShipping({ sellerId: id, ...terms }, methods, locale) };
      });
      return { status: 200, prepared, recheck: async () => cache.recheck((await ask()).key) };
    },
  };
}

/**
 * The query with misspelt words replaced by the ones they matched, as spelled in the first product; null if none was
 * misspelt.
 */
function correctedQuery(q: string | null, [first]: readonly FoundProduct[]): string | null {
  const meant = first?.meant ?? null;
  if (q === null || meant === null) return null;
  const typed = q.trim().split(/\s+/);
  // A word as typed may be searched as two ("500g"), and vice versa.
  const words = typed.length === meant.length ? meant.map((word, place) => word ?? typed[place]) : meant;
  return words.filter((word) => word !== null).join(' ');
}

function filterOf(query: QueryParameters<'listProducts'>): ProductFilter {
  const options = new Map<string, string[]>();
  for (const pair of query.option ?? []) {
    const colon = pair.indexOf(':');
    const name = pair.slice(0, colon);
    options.set(name, [...(options.get(name) ?? []), pair.slice(colon + 1)]);
  }
  return {
    q: query.q ?? null,
    categoryId: query.categoryId ?? null,
    sellerId: query.sellerId ?? null,
    minPrice: query.minPrice ?? null,
    maxPrice: query.maxPrice ?? null,
    inStock: query.inStock ?? false,
    options: [...options].map(([name, values]) => ({ name, values })),
  };
}
