import type { Database } from '../../../db/database.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { BEST_OFFER_FIRST } from './best-offer.ts';
import {
  allOf,
  categoryFits,
  type Fragment,
  fragment,
  optionsFit,
  type ProductFilter,
  priceFits,
  searches,
  searchPlan,
  sellerFits,
  wordsFit,
} from './product-filter.ts';

export type ProductSort = 'relevance' | 'newest' | 'price-asc' | 'price-desc' | 'name';

export interface ProductPageRequest {
  filter: ProductFilter;
  sort: ProductSort;
  locale: Locale;
  /** Sort key and id the last page ended with. */
  after: { key: string; id: string } | null;
  count: number;
}

/** A title in pieces, those marked that the query meant. */
export type Highlight = { text: string; match: boolean }[];

export interface FoundProduct {
  id: string;
  categoryId: string;
  titleEn: string;
  titleAr: string;
  digital: boolean;
  variantCount: number;
  /** Of the best offer that fits the filter; null when nobody offers it. */
  fromPrice: string | null;
  /** Some offer that fits the filter can be bought now. */
  inStock: boolean;
  sortKey: string;
  /** Null without a query. */
  markedEn: Highlight | null;
  markedAr: Highlight | null;
}

interface Sorting {
  key(locale: Locale): string;
  cast: string;
  direction: 'ASC' | 'DESC';
  /** It needs the best offer of every product that fits, not only of those on the page. */
  byOffer?: boolean;
}

/** Weights of D, C, B and A: descriptions, categories and sellers, variants, titles. */
const WEIGHTS = `'{0.02, 0.15, 0.3, 1}'`;
/**
 * Words as they were typed count twice against words that merely begin so; then how near the whole query is to a
 * title, and of titles that say the same the shorter.
 */
const RELEVANCE = `round((2 * ts_rank(${WEIGHTS}, d.words, plan.exact) + ts_rank(${WEIGHTS}, d.words, plan.hits)
  + greatest(similarity(d.title_en, plan.folded), similarity(d.title_ar, plan.folded))
  + 0.5 / (1 + length(d.title_en) - length(replace(d.title_en, ' ', ''))))::numeric, 6)`;

// Products without an offer come last either way: no price is below 0.01 or above numeric(12,2).
const SORTINGS: Readonly<Record<ProductSort, Sorting>> = {
  relevance: { key: () => RELEVANCE, cast: 'numeric', direction: 'DESC' },
  newest: { key: () => 'p.id', cast: 'uuid', direction: 'DESC' },
  'price-asc': {
    ...{ key: () => 'coalesce(best.price, 9999999999.99)', cast: 'numeric', direction: 'ASC' },
    byOffer: true,
  },
  'price-desc': {
    ...{ key: () => 'coalesce(best.price, 0)', cast: 'numeric', direction: 'DESC' },
    byOffer: true,
  },
  // Cut short to fit into a cursor; the id decides between titles that agree so far.
  name: { key: (locale) => `left(lower(p.title_${locale}), 40)`, cast: 'text', direction: 'ASC' },
};

/** Relevance needs something to be relevant to. */
export function sortingFor(q: string | null, asked: ProductSort | undefined): ProductSort {
  if (asked !== undefined && (asked !== 'relevance' || searches(q))) return asked;
  return searches(q) ? 'relevance' : 'newest';
}

/**
 * Active products that fit. Price and stock come from the offers that fit the seller, prices and options asked for,
 * by the rule of the best offer. `q` is looked for as `search_plan` says.
 */
export async function searchProducts(
  database: Database,
  request: ProductPageRequest,
): Promise<FoundProduct[]> {
  const { filter, sort, locale, count } = request;
  const sorting = SORTINGS[sort];
  const key = sorting.key(locale);
  const { plan, join } = searchPlan(filter);
  const best = bestOffer(filter);
  const demanded = offerDemanded(filter);
  // The best offers of a page alone are few; those of all products are asked for only where the page depends on them.
  const early = sorting.byOffer === true || demanded.length > 0 ? best : fragment('');
  const where = allOf([...productConditions(filter), ...demanded, ...pageAfter(request, key, sorting)]);
  const late = early === best ? fragment('') : best;
  const page = early === best ? ', best.price, best.available' : '';
  const marked = join === '' ? 'NULL::jsonb' : 'highlight(page.title_en, plan.hits)';
  const { rows } = await database.raw<{ rows: FoundProduct[] }>(
    `WITH ${plan.sql} page AS (
       SELECT p.id, p.category_id, p.title_en, p.title_ar, p.digital, (${key}) AS sort_key ${page}
         FROM products p ${join} ${early.sql}
        WHERE ${where.sql}
        ORDER BY ${key} ${sorting.direction}, p.id ${sorting.direction}
        LIMIT ?)
     SELECT page.id, page.category_id AS "categoryId", page.title_en AS "titleEn", page.title_ar AS "titleAr",
            page.digital, page.sort_key::text AS "sortKey",
            (SELECT count(*)::integer FROM variants v WHERE v.product_id = page.id) AS "variantCount",
            price AS "fromPrice", coalesce(available > 0, false) AS "inStock",
            ${marked} AS "markedEn", ${marked.replace('title_en', 'title_ar')} AS "markedAr"
       FROM page ${join === '' ? '' : 'CROSS JOIN plan'} ${late.sql.replaceAll('p.id', 'page.id')}
      ORDER BY page.sort_key ${sorting.direction}, page.id ${sorting.direction}`,
    [...plan.bindings, ...early.bindings, ...where.bindings, count, ...late.bindings],
  );
  return rows;
}

function bestOffer(filter: ProductFilter): Fragment {
  const options = optionsFit(filter);
  const variant = options.length === 0 ? '' : 'JOIN variants v ON v.id = o.variant_id';
  const fitting = allOf([
    fragment('o.product_id = p.id'),
    ...sellerFits(filter),
    ...priceFits(filter),
    ...options,
  ]);
  return {
    ...fitting,
    sql: `LEFT JOIN LATERAL (SELECT o.price, o.available FROM shopper_offers o ${variant}
           WHERE ${fitting.sql} ORDER BY ${BEST_OFFER_FIRST} LIMIT 1) best ON true`,
  };
}

function productConditions(filter: ProductFilter): Fragment[] {
  const options = allOf(optionsFit(filter));
  return [
    fragment('p.active'),
    ...wordsFit(filter),
    ...categoryFits(filter),
    ...(filter.options.length === 0
      ? []
      : [
          fragment(
            `EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND ${options.sql})`,
            ...options.bindings,
          ),
        ]),
  ];
}

/** What the best fitting offer must be: there at all, once anything is asked of it. */
function offerDemanded(filter: ProductFilter): Fragment[] {
  if (filter.inStock) return [fragment('best.available > 0')];
  const asked = [...sellerFits(filter), ...priceFits(filter)].length > 0;
  return asked ? [fragment('best.price IS NOT NULL')] : [];
}

function pageAfter({ after }: ProductPageRequest, key: string, { cast, direction }: Sorting): Fragment[] {
  if (after === null) return [];
  const sign = direction === 'ASC' ? '>' : '<';
  return [fragment(`(${key}, p.id) ${sign} (?::${cast}, ?::uuid)`, after.key, after.id)];
}
