import { arrayOf, boolean, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import type { Shape } from '../../../db/statement.ts';

export interface ProductFilter {
  q: string | null;
  /** With all categories below it. */
  categoryId: string | null;
  sellerId: string | null;
  /** Decimal strings in QAR, both inclusive. */
  minPrice: string | null;
  maxPrice: string | null;
  inStock: boolean;
  /** Values of an option any of which will do; all names must fit one variant. */
  options: readonly { name: string; values: readonly string[] }[];
}

/** A piece of SQL with the parameters that stand in it. */
export interface Fragment {
  sql: string;
  params: Shape;
}

export function fragment(sql: string, params: Shape = {}): Fragment {
  return { sql, params };
}

/** `true` of none. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return fragment(
    conditions.length === 0 ? 'true' : conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    paramsOf(conditions),
  );
}

export function paramsOf(fragments: readonly Fragment[]): Shape {
  return Object.assign({}, ...fragments.map(({ params }) => params));
}

/** The values of every parameter of the fragments below. A statement takes those that stand in it. */
export function filterValues(filter: ProductFilter): { [name: string]: unknown } {
  const { q, categoryId, sellerId, minPrice, maxPrice, inStock, options } = filter;
  const chosen = options.flatMap(({ name, values }, index) => [
    [`option${index}Name`, name],
    [`option${index}Values`, values],
  ]);
  return { q, categoryId, sellerId, minPrice, maxPrice, inStock, ...Object.fromEntries(chosen) };
}

/** Products of this search alone; `d` and `plan` are those of `SEARCH_PLAN`. */
export const WORDS_FIT = fragment('d.words @@ plan.needs');

/** What `plan` and `d` (the product's document) are in the statements that search; `p` is the product. */
export const SEARCH_PLAN = {
  plan: fragment(
    'plan AS MATERIALIZED (SELECT needs, exact, hits, folded, meant FROM search_plan(:q::text)),',
    {
      q: text,
    },
  ),
  join: 'CROSS JOIN plan JOIN product_search d ON d.product_id = p.id',
};

export const NO_SEARCH = { plan: fragment(''), join: '' };

/** Blanks alone ask for nothing. */
export function searches(q: string | null): q is string {
  return q !== null && q.trim() !== '';
}

/** Of the product `p`. */
export const CATEGORY_FITS = fragment(
  // UNION, not UNION ALL: a circle of categories would end too
  `p.category_id IN (WITH RECURSIVE tree AS (
      SELECT id FROM categories WHERE id = :categoryId::uuid
      UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id) SELECT id FROM tree)`,
  { categoryId: nullable(uuid) },
);

/** Each chosen option, by its number, of the variant `v`. */
export function optionsFit(count: number): Fragment[] {
  return Array.from({ length: count }, (_, index) =>
    fragment(`v.options ->> :option${index}Name::text = ANY (:option${index}Values::text[])`, {
      [`option${index}Name`]: text,
      [`option${index}Values`]: arrayOf(text),
    }),
  );
}

/** Of the offer `o`. The planner sees the values, so that a part that is not asked for costs nothing. */
export const SELLER_FITS = fragment('(:sellerId::uuid IS NULL OR o.seller_id = :sellerId)', {
  sellerId: nullable(uuid),
});

/** Of the offer `o`. */
export const PRICE_FITS = fragment(
  `(:minPrice::numeric IS NULL OR o.price >= :minPrice) AND (:maxPrice::numeric IS NULL OR o.price <= :maxPrice)`,
  { minPrice: nullable(numeric), maxPrice: nullable(numeric) },
);

/** Of the offer `o`. */
export const STOCK_FITS = fragment('(NOT :inStock::boolean OR o.available > 0)', { inStock: boolean });
