import type { Database } from '../../../db/database.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import {
  allOf,
  categoryFits,
  type Fragment,
  fragment,
  optionsFit,
  type ProductFilter,
  priceFits,
  searchPlan,
  sellerFits,
  wordsFit,
} from './product-filter.ts';

interface Named {
  id: string;
  nameEn: string;
  nameAr: string;
  count: number;
}

/** What most variants call it; null when none does. */
type Texts = Record<Locale, string> | null;

/** How many products each further choice would leave. A facet is counted as if nothing were chosen in it. */
export interface Facets {
  categories: (Named & { parentId: string | null })[];
  sellers: Named[];
  /** Decimal strings, both inclusive; the last has no end. */
  prices: { from: string; to: string | null; count: number }[];
  options: { name: string; texts: Texts; values: { value: string; texts: Texts; count: number }[] }[];
  inStock: number;
  total: number;
}

/** Lower ends of the price ranges, in QAR. */
const STEPS = [0, 25, 50, 100, 250, 500, 1000, 2500];
const MOST = 50;

type Dimension = 'category' | 'seller' | 'price' | 'stock';

/**
 * Counts what fits a filter in one statement: each pair of a product's variant and offer is judged once by every part
 * of the filter, and a facet counts the products with a pair that all parts but its own let pass.
 */
export async function countFacets(database: Database, filter: ProductFilter): Promise<Facets> {
  const { plan, join } = searchPlan(filter);
  const products = allOf([fragment('p.active'), ...wordsFit(filter)]);
  const judged: Record<Dimension, Fragment> = {
    category: allOf(categoryFits(filter)),
    seller: allOf(sellerFits(filter)),
    price: allOf(priceFits(filter)),
    stock: fragment(filter.inStock ? 'o.available > 0' : 'true'),
  };
  const options = optionsFit(filter);
  const columns = [
    ...Object.entries(judged).map(([name, { sql }]) => `coalesce(${sql}, false) AS ${name}_fits`),
    ...options.map(({ sql }, index) => `coalesce(${sql}, false) AS option_${index}_fits`),
  ];
  const optionFits = options.map((_, index) => `option_${index}_fits`);
  const but = (own: Dimension | null) =>
    [
      ...Object.keys(judged)
        .filter((name) => name !== own)
        .map((name) => `${name}_fits`),
      ...optionFits,
    ].join(' AND ');
  const butOwnOption = [
    ...Object.keys(judged).map((name) => `${name}_fits`),
    ...optionFits.map((fits) => `(${fits} OR choice.key = ?)`),
  ].join(' AND ');
  const { rows } = await database.raw<{ rows: Facets[] }>(
    `WITH RECURSIVE ${plan.sql} pairs AS MATERIALIZED (
       SELECT p.id, p.category_id, v.options, v.option_texts, o.seller_id, o.seller_name_en, o.seller_name_ar, o.price,
              o.available > 0 AS available, ${columns.join(', ')}
         FROM products p ${join}
         LEFT JOIN variants v ON v.product_id = p.id
         LEFT JOIN shopper_offers o ON o.variant_id = v.id
        WHERE ${products.sql}),
     ${CATEGORIES(but('category'))}, ${SELLERS(but('seller'))}, ${PRICES(but('price'))}, ${OPTIONS(butOwnOption)}
     SELECT (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.position, c.id), '[]') FROM category_counts c) AS categories,
            (SELECT coalesce(jsonb_agg(to_jsonb(s) ORDER BY s.count DESC, s.id), '[]') FROM seller_counts s) AS sellers,
            (SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r."from"::numeric), '[]') FROM price_counts r) AS prices,
            (SELECT coalesce(jsonb_agg(to_jsonb(f) ORDER BY f.name), '[]') FROM option_counts f) AS options,
            (SELECT count(DISTINCT id) FILTER (WHERE available)::integer FROM pairs WHERE ${but('stock')}) AS "inStock",
            (SELECT count(DISTINCT id)::integer FROM pairs WHERE ${but(null)}) AS total`,
    [
      ...plan.bindings,
      ...[...Object.values(judged), ...options].flatMap(({ bindings }) => bindings),
      ...products.bindings,
      [...STEPS],
      ...filter.options.map(({ name }) => name),
    ],
  );
  const [counted] = rows;
  if (counted === undefined) throw new Error('a SELECT without FROM has a row');
  return counted;
}

/** A category counts what is below it too. */
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
     GROUP BY seller_id ORDER BY 4 DESC, 1 LIMIT ${MOST})`;

const PRICES = (fits: string) => `steps AS (
    SELECT step, lead(step) OVER (ORDER BY step) AS next FROM unnest(?::numeric[]) step),
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
      FROM (SELECT *, row_number() OVER (PARTITION BY name ORDER BY count DESC, value) AS place
              FROM option_values) ranked
     WHERE place <= ${MOST} GROUP BY name ORDER BY name LIMIT ${MOST})`;
