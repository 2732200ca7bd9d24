import type { Database } from '../../../db/database.ts';
import { integer, jsonb, nullable, uuid } from '../../../db/sql-types.ts';
import { type Statement, statement } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import {
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
  STOCK_FITS,
  searches,
  WORDS_FIT,
} from './product-filter-store.ts';

interface Named {
  id: string;
  nameEn: string;
  nameAr: string;
  count: number;
}

/** The most frequent localized name; null if there is none. */
type Texts = Record<Locale, string> | null;

/** Number of products that each further choice would leave. A facet is counted as if nothing were chosen in it. */
export interface Facets {
  categories: (Named & { parentId: string | null })[];
  sellers: Named[];
  /** Decimal strings, both inclusive; the last range has no end. */
  prices: { from: string; to: string | null; count: number }[];
  options: { name: string; texts: Texts; values: { value: string; texts: Texts; count: number }[] }[];
  inStock: number;
  total: number;
}

/** Lower bounds of the price ranges, in QAR. */
const PRICE_STEPS = `'{0, 25, 50, 100, 250, 500, 1000, 2500}'::numeric[]`;
/** Most sellers, options, and values per option. */
const MAX_CHOICES = 50;

/** Counts the facets of a filter in one statement. */
export async function countFacets(database: Database, filter: ProductFilter): Promise<Facets> {
  const counting = countingOf(searches(filter.q), filter.options.length);
  const counted = await counting.first(database, filterValues(filter));
  if (counted === null) throw new Error('a SELECT without FROM has a row');
  return counted;
}

type Counting = Statement<{ [name: string]: unknown }, Facets>;

/** By statement name. Bounded: the contract limits the number of options, times two. */
const countings = new Map<string, Counting>();

/** The statement for a filter with or without words and with this number of options, created once. */
function countingOf(words: boolean, optionCount: number): Counting {
  const name = `catalogue.count_facets${words ? '.words' : ''}.${optionCount}_options`;
  const known = countings.get(name);
  if (known !== undefined) return known;
  const made = defineCounting(name, words, optionCount);
  countings.set(name, made);
  return made;
}

/**
 * Each pair of a product's variant and offer is evaluated once per part of the filter. A facet counts the products with
 * a pair that satisfies all parts except the facet's own.
 */
function defineCounting(name: string, words: boolean, optionCount: number): Counting {
  const { plan, join } = words ? SEARCH_PLAN : NO_SEARCH;
  const options = optionsFit(optionCount);
  const judged: Record<string, Fragment> = {
    category_fits: fragment(`(:categoryId::uuid IS NULL OR ${CATEGORY_FITS.sql})`, {
      categoryId: nullable(uuid),
    }),
    seller_fits: SELLER_FITS,
    price_fits: PRICE_FITS,
    stock_fits: STOCK_FITS,
    ...Object.fromEntries(options.map((option, index) => [`option_${index}_fits`, option])),
  };
  const columns = Object.entries(judged).map(([column, { sql }]) => `coalesce(${sql}, false) AS ${column}`);
  const all = Object.keys(judged);
  const but = (own: string) => all.filter((column) => column !== own).join(' AND ');
  const butOwnOption = [
    ...all.slice(0, all.length - optionCount),
    ...options.map((_, index) => `(option_${index}_fits OR choice.key = :option${index}Name::text)`),
  ].join(' AND ');
  return statement({
    name,
    sql: `WITH RECURSIVE ${plan.sql} pairs AS MATERIALIZED (
       SELECT p.id, p.category_id, v.options, v.option_texts, o.seller_id, o.seller_name_en, o.seller_name_ar, o.price,
              o.available > 0 AS available, ${columns.join(', ')}
         FROM products p ${join}
         LEFT JOIN variants v ON v.product_id = p.id
         LEFT JOIN shopper_offers o ON o.variant_id = v.id
        WHERE p.active ${words ? `AND ${WORDS_FIT.sql}` : ''}),
     ${CATEGORIES(but('category_fits'))}, ${SELLERS(but('seller_fits'))}, ${PRICES(but('price_fits'))},
     ${OPTIONS(butOwnOption)}
     SELECT (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.position, c.id), '[]') FROM category_counts c) AS categories,
            (SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.count DESC, s.id), '[]') FROM seller_counts s) AS sellers,
            (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r."from"::numeric), '[]') FROM price_counts r) AS prices,
            (SELECT coalesce(jsonb_agg(to_jsonb(f) ORDER BY f.name), '[]') FROM option_counts f) AS options,
            (SELECT count(DISTINCT id) FILTER (WHERE available)::integer FROM pairs
              WHERE ${but('stock_fits')}) AS "inStock",
            (SELECT count(DISTINCT id)::integer FROM pairs WHERE ${all.join(' AND ')}) AS total`,
    params: paramsOf([plan, ...Object.values(judged)]),
    row: {
      categories: jsonb<Facets['categories']>(),
      sellers: jsonb<Facets['sellers']>(),
      prices: jsonb<Facets['prices']>(),
      options: jsonb<Facets['options']>(),
      inStock: integer,
      total: integer,
    },
  });
}

/** A category's count includes its descendants. */
const CATEGORIES = (fits: string) => `below AS (
    SELECT id AS top, id FROM categories
    UNION SELECT b.top, c.id FROM categories c JOIN below b ON c.parent_id = b.id),
  category_counts AS (
    SELECT c.id, c.parent_id AS "parentId", c.name_en AS "nameEn", c.name_ar AS "nameAr", c.position,
           count(DISTINCT pairs.id)::integer AS count
      FROM pairs JOIN below b ON b.id = pairs.category_id JOIN categories c ON c.id = b.top
     WHERE ${fits} GROUP BY c.id)`;

const SELLERS = (fits: string) => `seller_counts AS (
    SELECT seller_id AS id, min(seller_name_en) AS "nameEn", min(seller_name_ar) AS "nameAr",
           count(DISTINCT pairs.id)::integer AS count
      FROM pairs WHERE seller_id IS NOT NULL AND ${fits}
     GROUP BY seller_id ORDER BY 4 DESC, 1 LIMIT ${MAX_CHOICES})`;

const PRICES = (fits: string) => `steps AS (
    SELECT step, lead(step) OVER (ORDER BY step) AS next FROM unnest(${PRICE_STEPS}) step),
  price_counts AS (
    SELECT step::numeric(12,2)::text AS "from", (next - 0.01)::numeric(12,2)::text AS "to",
           count(DISTINCT pairs.id)::integer AS count
      FROM steps JOIN pairs ON price >= step AND (next IS NULL OR price < next)
     WHERE ${fits} GROUP BY step, next)`;

const OPTIONS = (fits: string) => `option_values AS (
    SELECT choice.key AS name, choice.value, count(DISTINCT pairs.id)::integer AS count,
           mode() WITHIN GROUP (ORDER BY pairs.option_texts -> choice.key -> 'name') AS name_texts,
           mode() WITHIN GROUP (ORDER BY pairs.option_texts -> choice.key -> 'value') AS value_texts
      FROM pairs CROSS JOIN jsonb_each_text(pairs.options) choice
     WHERE ${fits} GROUP BY 1, 2),
  option_counts AS (
    SELECT name, mode() WITHIN GROUP (ORDER BY name_texts) AS texts,
           jsonb_agg(jsonb_build_object('value', value, 'texts', value_texts, 'count', count)
                     ORDER BY count DESC, value) AS values
      FROM (SELECT name, value, count, name_texts, value_texts,
                   row_number() OVER (PARTITION BY name ORDER BY count DESC, value) AS place
              FROM option_values) ranked
     WHERE place <= ${MAX_CHOICES} GROUP BY name ORDER BY name LIMIT ${MAX_CHOICES})`;

// Representatives, for the test that has PostgreSQL describe every statement.
for (const words of [false, true]) for (const optionCount of [0, 1, 2]) countingOf(words, optionCount);
