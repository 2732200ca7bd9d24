import type { Database } from '../../../db/database.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  nullable,
  numeric,
  type SqlType,
  text,
  uuid,
} from '../../../db/sql-types.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { BEST_OFFER_FIRST } from './best-offer.ts';
import {
  allOf,
  CATEGORY_FITS,
  type Fragment,
  filterValues,
  fragment,
  NO_SEARCH,
  optionsFit,
  PRICE_FITS,
  type ProductFilter,
  paramsOf,
  SEARCH_PLAN,
  SELLER_FITS,
  searches,
  WORDS_FIT,
} from './product-filter-store.ts';

export type ProductSort = 'relevance' | 'newest' | 'price-asc' | 'price-desc' | 'name';

export interface ProductPageRequest {
  filter: ProductFilter;
  sort: ProductSort;
  locale: Locale;
  /** Sort key and id of the last product on the previous page. */
  after: { key: string; id: string } | null;
  count: number;
}

/** A title in pieces; those matching the query are marked. */
export type Highlight = { text: string; match: boolean }[];

export interface FoundProduct {
  id: string;
  categoryId: string;
  titleEn: string;
  titleAr: string;
  digital: boolean;
  variantCount: number;
  /** Price of the best offer that matches the filter; null if there is none. */
  fromPrice: string | null;
  /** Whether an offer that matches the filter can be bought now. */
  inStock: boolean;
  sortKey: string;
  /** Null without a query. */
  markedEn: Highlight | null;
  markedAr: Highlight | null;
  /**
   * For each query word, how this product's title spells the word it was matched to; null for a word matched exactly.
   * Null as a whole if all matched exactly or there is no query.
   */
  meant: (string | null)[] | null;
}

interface Sorting {
  key(locale: Locale): string;
  type: SqlType<string>;
  direction: 'ASC' | 'DESC';
  /** Needs the best offer of every matching product, not only of those on the page. */
  byOffer?: boolean;
}

/** Weights of D, C, B and A: descriptions, categories and sellers, variants, titles. */
const WEIGHTS = `'{0.02, 0.15, 0.3, 1}'`;
/**
 * Exact words count double compared with prefix matches; then similarity of the whole query to the title; among equal
 * titles the shorter.
 */
const RELEVANCE = `round((2 * ts_rank(${WEIGHTS}, d.words, plan.exact) + ts_rank(${WEIGHTS}, d.words, plan.hits)
  + greatest(similarity(d.title_en, plan.folded), similarity(d.title_ar, plan.folded))
  + 0.5 / (1 + length(d.title_en) - length(replace(d.title_en, ' ', ''))))::numeric, 6)`;

// Products without an offer sort last in both directions: prices lie between 0.01 and the limit of numeric(12,2).
const SORTINGS: Readonly<Record<ProductSort, Sorting>> = {
  relevance: { key: () => RELEVANCE, type: numeric, direction: 'DESC' },
  newest: { key: () => 'p.id', type: uuid, direction: 'DESC' },
  'price-asc': {
    ...{ key: () => 'coalesce(best.price, 9999999999.99)', type: numeric, direction: 'ASC' },
    byOffer: true,
  },
  'price-desc': {
    ...{ key: () => 'coalesce(best.price, 0)', type: numeric, direction: 'DESC' },
    byOffer: true,
  },
  // Truncated to fit into a cursor; the id decides between equal prefixes.
  name: { key: (locale) => `left(lower(p.title_${locale}), 40)`, type: text, direction: 'ASC' },
};

/** Relevance requires a query. */
export function sortingFor(q: string | null, asked: ProductSort | undefined): ProductSort {
  if (asked !== undefined && (asked !== 'relevance' || searches(q))) return asked;
  return searches(q) ? 'relevance' : 'newest';
}

/**
 * Active products that match. Price and stock come from the best offer that matches seller, price and options. `q` is
 * matched as defined by `search_plan`.
 */
export function searchProducts(database: Database, request: ProductPageRequest): Promise<FoundProduct[]> {
  const { filter, after, count } = request;
  return searchOf(shapeOf(request)).all(database, {
    ...filterValues(filter),
    count,
    afterKey: after?.key,
    afterId: after?.id,
  });
}

/** What the statement's text depends on. Everything else is a parameter. */
interface SearchShape {
  sort: ProductSort;
  locale: Locale;
  words: boolean;
  category: boolean;
  /** Required of the best matching offer: any offer at all if the filter concerns offers, or stock. */
  demand: 'nothing' | 'offer' | 'stock';
  optionCount: number;
  /** Whether it is a later page than the first. */
  further: boolean;
}

function shapeOf({ filter, sort, locale, after }: ProductPageRequest): SearchShape {
  const { q, categoryId, sellerId, minPrice, maxPrice, inStock, options } = filter;
  const concernsOffers = sellerId !== null || minPrice !== null || maxPrice !== null;
  return {
    sort,
    // Only the order by name differs between the languages.
    locale: sort === 'name' ? locale : 'en',
    words: searches(q),
    category: categoryId !== null,
    demand: inStock ? 'stock' : concernsOffers ? 'offer' : 'nothing',
    optionCount: options.length,
    further: after !== null,
  };
}

type Search = Statement<{ [name: string]: unknown }, FoundProduct>;

/** By statement name. The number of shapes is finite, because the contract limits the number of options. */
const searchesByName = new Map<string, Search>();

/** The statement for searches of a shape, created once. */
function searchOf(shape: SearchShape): Search {
  const name = nameOf(shape);
  const known = searchesByName.get(name);
  if (known !== undefined) return known;
  const made = defineSearch(name, shape);
  searchesByName.set(name, made);
  return made;
}

function nameOf({ sort, locale, words, category, demand, optionCount, further }: SearchShape): string {
  const parts = [
    ...['catalogue.search_products', sort],
    ...(sort === 'name' ? [locale] : []),
    ...(words ? ['words'] : []),
    ...(category ? ['category'] : []),
    ...(demand === 'nothing' ? [] : [demand]),
    `${optionCount}_options`,
    ...(further ? ['further'] : []),
  ];
  return parts.join('.');
}

function defineSearch(name: string, shape: SearchShape): Search {
  const sorting = SORTINGS[shape.sort];
  const key = sorting.key(shape.locale);
  const { plan, join } = shape.words ? SEARCH_PLAN : NO_SEARCH;
  const best = bestOffer(shape);
  // Best offers are computed for the page only; for all products only if the page depends on them.
  const isEarly = sorting.byOffer === true || shape.demand !== 'nothing';
  const where = allOf([...productConditions(shape), ...offerDemanded(shape), ...pageAfter(shape, key)]);
  const markedEn = shape.words ? 'highlight(page.title_en, plan.hits)' : 'NULL::jsonb';
  const markedAr = markedEn.replace('title_en', 'title_ar');
  const meant = shape.words
    ? `CASE WHEN plan.meant IS NOT NULL THEN search_spelling(plan.meant, ${markedEn} || ${markedAr}) END`
    : 'NULL::jsonb';
  return statement({
    name,
    sql: `WITH ${plan.sql} page AS (
       SELECT p.id, p.category_id, p.title_en, p.title_ar, p.digital, (${key}) AS sort_key
              ${isEarly ? ', best.price, best.available' : ''}
         FROM products p ${join} ${isEarly ? best.sql : ''}
        WHERE ${where.sql}
        ORDER BY ${key} ${sorting.direction}, p.id ${sorting.direction}
        LIMIT :count)
     SELECT page.id, page.category_id AS "categoryId", page.title_en AS "titleEn", page.title_ar AS "titleAr",
            page.digital, page.sort_key::text AS "sortKey",
            (SELECT count(*)::integer FROM variants v WHERE v.product_id = page.id) AS "variantCount",
            price AS "fromPrice", coalesce(available > 0, false) AS "inStock",
            ${markedEn} AS "markedEn", ${markedAr} AS "markedAr", ${meant} AS meant
       FROM page ${shape.words ? 'CROSS JOIN plan' : ''} ${isEarly ? '' : best.sql.replaceAll('p.id', 'page.id')}
      ORDER BY page.sort_key ${sorting.direction}, page.id ${sorting.direction}`,
    params: { ...paramsOf([plan, best, where]), count: bigint },
    row: {
      id: uuid,
      categoryId: uuid,
      titleEn: text,
      titleAr: text,
      digital: boolean,
      sortKey: text,
      variantCount: integer,
      fromPrice: nullable(numeric),
      inStock: boolean,
      markedEn: nullable(jsonb<Highlight>()),
      markedAr: nullable(jsonb<Highlight>()),
      meant: nullable(jsonb<(string | null)[]>()),
    },
  });
}

function bestOffer({ demand, optionCount }: SearchShape): Fragment {
  const variant = optionCount === 0 ? '' : 'JOIN variants v ON v.id = o.variant_id';
  const fitting = allOf([
    fragment('o.product_id = p.id'),
    ...(demand === 'nothing' ? [] : [SELLER_FITS, PRICE_FITS]),
    ...optionsFit(optionCount),
  ]);
  return {
    ...fitting,
    sql: `LEFT JOIN LATERAL (SELECT o.price, o.available FROM shopper_offers o ${variant}
           WHERE ${fitting.sql} ORDER BY ${BEST_OFFER_FIRST} LIMIT 1) best ON true`,
  };
}

function productConditions({ words, category, optionCount }: SearchShape): Fragment[] {
  const options = allOf(optionsFit(optionCount));
  return [
    fragment('p.active'),
    ...(words ? [WORDS_FIT] : []),
    ...(category ? [CATEGORY_FITS] : []),
    ...(optionCount === 0
      ? []
      : [
          fragment(
            `EXISTS (SELECT FROM variants v WHERE v.product_id = p.id AND ${options.sql})`,
            options.params,
          ),
        ]),
  ];
}

function offerDemanded({ demand }: SearchShape): Fragment[] {
  if (demand === 'nothing') return [];
  return [fragment(demand === 'stock' ? 'best.available > 0' : 'best.price IS NOT NULL')];
}

function pageAfter({ sort, further }: SearchShape, key: string): Fragment[] {
  if (!further) return [];
  const { type, direction } = SORTINGS[sort];
  const sign = direction === 'ASC' ? '>' : '<';
  const params = { afterKey: type, afterId: uuid };
  return [fragment(`(${key}, p.id) ${sign} (:afterKey::${type.sql}, :afterId::uuid)`, params)];
}

// Representatives, for the test that has PostgreSQL describe every statement: each order with each demand.
for (const sort of ['relevance', 'newest', 'price-asc', 'price-desc', 'name'] as const) {
  for (const demand of ['nothing', 'offer', 'stock'] as const) {
    const full = { sort, demand, words: true, category: true, optionCount: 2, further: true };
    const bare = { ...full, words: sort === 'relevance', category: false, optionCount: 0, further: false };
    for (const locale of sort === 'name' ? (['en', 'ar'] as const) : (['en'] as const)) {
      searchOf({ ...full, locale });
      searchOf({ ...bare, locale });
    }
  }
}
