import { arrayOf, boolean, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import type { Shape } from '../../../db/statement.ts';

export interface ProductFilter {
  q: string | null;
  /** Includes all descendants. */
  categoryId: string | null;
  sellerId: string | null;
  /** Decimal strings in QAR, both inclusive. */
  minPrice: string | null;
  maxPrice: string | null;
  inStock: boolean;
  /** Accepted values per option; all options must match the same variant. */
  options: readonly { name: string; values: readonly string[] }[];
}

/** A piece of SQL with the parameters it contains. */
export interface Fragment {
  sql: string;
  params: Shape;
}

export function fragment(sql: string, params: Shape = {}): Fragment {
  return { sql, params };
}

/** `true` if there are no conditions. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return fragment(
    conditions.length === 0 ? 'true' : conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    paramsOf(conditions),
  );
}

export function paramsOf(fragments: readonly Fragment[]): Shape {
  return Object.assign({}, ...fragments.map(({ params }) => params));
}

/** Values of every parameter of the fragments below. A statement takes those it contains. */
export function filterValues(filter: ProductFilter): { [name: string]: unknown } {
  const { q, categoryId, sellerId, minPrice, maxPrice, inStock, options } = filter;
  const chosen = options.flatMap(({ name, values }, index) => [
    [`option${index}Name`, name],
    [`option${index}Values`, values],
  ]);
  return { q, categoryId, sellerId, minPrice, maxPrice, inStock, ...Object.fromEntries(chosen) };
}

/** Only products matching the search; `d` and `plan` are those of `SEARCH_PLAN`. */
export const WORDS_FIT = fragment('d.words @@ plan.needs');

/** Defines `plan` and `d` (the product's search document) in search statements; `p` is the product. */
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

/** Blanks alone are not a search. */
export function searches(q: string | null): q is string {
  return q !== null && q.trim() !== '';
}

/** On the product `p`. */
export const CATEGORY_FITS = fragment(
  // UNION instead of UNION ALL terminates even on a cycle of categories.
  `p.category_id IN (WITH RECURSIVE tree AS (
      SELECT id FROM categories WHERE id = :categoryId::uuid
      UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id) SELECT id FROM tree)`,
  { categoryId: nullable(uuid) },
);

/** Each chosen option, by number, on the variant `v`. */
export function optionsFit(count: number): Fragment[] {
  return Array.from({ length: count }, (_, index) =>
    fragment(`v.options ->> :option${index}Name::text = ANY (:option${index}Values::text[])`, {
      [`option${index}Name`]: text,
      [`option${index}Values`]: arrayOf(text),
    }),
  );
}

/** On the offer `o`. The planner sees the values, so unused conditions cost nothing. */
export const SELLER_FITS = fragment('(:sellerId::uuid IS NULL OR o.seller_id = :sellerId)', {
  sellerId: nullable(uuid),
});

/** On the offer `o`. */
export const PRICE_FITS = fragment(
  `(:minPrice::numeric IS NULL OR o.price >= :minPrice) AND (:maxPrice::numeric IS NULL OR o.price <= :maxPrice)`,
  { minPrice: nullable(numeric), maxPrice: nullable(numeric) },
);

/** On the offer `o`. */
export const STOCK_FITS = fragment('(NOT :inStock::boolean OR o.available > 0)', { inStock: boolean });
