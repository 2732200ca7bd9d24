import type { Binding } from '../../../db/database.ts';

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

/** A piece of SQL with what is bound to its `?`. */
export interface Fragment {
  sql: string;
  bindings: Binding[];
}

export function fragment(sql: string, ...bindings: Binding[]): Fragment {
  return { sql, bindings };
}

/** `true` of none. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  if (conditions.length === 0) return fragment('true');
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/** Products of this search alone; `p` is the product. */
export function wordsFit({ q }: ProductFilter): Fragment[] {
  return searches(q) ? [fragment('d.words @@ plan.needs')] : [];
}

/** What `plan` and `d` (the product's document) are in the statements that search. */
export function searchPlan({ q }: ProductFilter): { plan: Fragment; join: string } {
  if (!searches(q)) return { plan: fragment(''), join: '' };
  return {
    plan: fragment('plan AS MATERIALIZED (SELECT * FROM search_plan(?)),', q),
    join: 'CROSS JOIN plan JOIN product_search d ON d.product_id = p.id',
  };
}

/** Blanks alone ask for nothing. */
export function searches(q: string | null): q is string {
  return q !== null && q.trim() !== '';
}

export function categoryFits({ categoryId }: ProductFilter): Fragment[] {
  if (categoryId === null) return [];
  // UNION, not UNION ALL: a circle of categories would end too
  const tree = `WITH RECURSIVE tree AS (
      SELECT id FROM categories WHERE id = ?
      UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id) SELECT id FROM tree`;
  return [fragment(`p.category_id IN (${tree})`, categoryId)];
}

/** Each asked option of the variant `v`. */
export function optionsFit({ options }: ProductFilter): Fragment[] {
  return options.map(({ name, values }) =>
    fragment('v.options ->> ?::text = ANY (?::text[])', name, [...values]),
  );
}

/** Of the offer `o`. */
export function sellerFits({ sellerId }: ProductFilter): Fragment[] {
  return sellerId === null ? [] : [fragment('o.seller_id = ?::uuid', sellerId)];
}

/** Of the offer `o`. */
export function priceFits({ minPrice, maxPrice }: ProductFilter): Fragment[] {
  return [
    ...(minPrice === null ? [] : [fragment('o.price >= ?::numeric', minPrice)]),
    ...(maxPrice === null ? [] : [fragment('o.price <= ?::numeric', maxPrice)]),
  ];
}
