import type { Binding, Database } from '../../db/database.ts';
import type { Locale } from '../http/operation.ts';

export type ProductSort = 'newest' | 'price-asc' | 'price-desc' | 'name';

export interface ProductFilter {
  q: string | null;
  /** With all categories below it. */
  categoryId: string | null;
  sellerId: string | null;
  /** Decimal strings in QAR, both inclusive. */
  minPrice: string | null;
  maxPrice: string | null;
  inStock: boolean;
}

export interface ProductPageRequest {
  filter: ProductFilter;
  sort: ProductSort;
  locale: Locale;
  /** Sort key and id the last page ended with. */
  after: { key: string; id: string } | null;
  count: number;
}

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
}

interface Sorting {
  key(locale: Locale): string;
  cast: string;
  direction: 'ASC' | 'DESC';
}

// Products without an offer come last either way: no price is below 0.01 or above numeric(12,2).
const SORTINGS: Readonly<Record<ProductSort, Sorting>> = {
  newest: { key: () => 'p.id', cast: 'uuid', direction: 'DESC' },
  'price-asc': { key: () => 'coalesce(best.price, 9999999999.99)', cast: 'numeric', direction: 'ASC' },
  'price-desc': { key: () => 'coalesce(best.price, 0)', cast: 'numeric', direction: 'DESC' },
  // Cut short to fit into a cursor; the id decides between titles that agree so far.
  name: { key: (locale) => `left(lower(p.title_${locale}), 40)`, cast: 'text', direction: 'ASC' },
};

/**
 * Active products that fit. Price and stock come from the offers that fit `sellerId`, `minPrice` and `maxPrice`:
 * available first, then price, then id. Words of `q` are each looked for in both titles, whatever their case.
 */
export async function searchProducts(
  database: Database,
  { filter, sort, locale, after, count }: ProductPageRequest,
): Promise<FoundProduct[]> {
  const sorting = SORTINGS[sort];
  const key = sorting.key(locale);
  const offers = fittingOffers(filter);
  const where = [...productConditions(filter), ...offerConditions(filter)];
  if (after !== null) {
    const sign = sorting.direction === 'ASC' ? '>' : '<';
    where.push({
      sql: `(${key}, p.id) ${sign} (?::${sorting.cast}, ?::uuid)`,
      bindings: [after.key, after.id],
    });
  }
  const { rows } = await database.raw<{ rows: FoundProduct[] }>(
    `SELECT p.id, p.category_id AS "categoryId", p.title_en AS "titleEn", p.title_ar AS "titleAr", p.digital,
            (SELECT count(*)::integer FROM variants v WHERE v.product_id = p.id) AS "variantCount",
            best.price AS "fromPrice", coalesce(best.available > 0, false) AS "inStock", (${key})::text AS "sortKey"
       FROM products p
       LEFT JOIN LATERAL (SELECT o.price, o.available FROM shopper_offers o
                           WHERE ${offers.map(({ sql }) => sql).join(' AND ')}
                           ORDER BY (o.available > 0) DESC, o.price, o.id LIMIT 1) best ON true
      WHERE ${where.map(({ sql }) => sql).join(' AND ')}
      ORDER BY ${key} ${sorting.direction}, p.id ${sorting.direction}
      LIMIT ?`,
    [...offers, ...where].flatMap(({ bindings }) => bindings).concat(count),
  );
  return rows;
}

interface Condition {
  sql: string;
  bindings: Binding[];
}

function fittingOffers({ sellerId, minPrice, maxPrice }: ProductFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'o.product_id = p.id', bindings: [] }];
  if (sellerId !== null) conditions.push({ sql: 'o.seller_id = ?', bindings: [sellerId] });
  if (minPrice !== null) conditions.push({ sql: 'o.price >= ?::numeric', bindings: [minPrice] });
  if (maxPrice !== null) conditions.push({ sql: 'o.price <= ?::numeric', bindings: [maxPrice] });
  return conditions;
}

/** What the best fitting offer must be: there at all, once anything is asked of it. */
function offerConditions({ sellerId, minPrice, maxPrice, inStock }: ProductFilter): Condition[] {
  if (inStock) return [{ sql: 'best.available > 0', bindings: [] }];
  const asked = [sellerId, minPrice, maxPrice].some((value) => value !== null);
  return asked ? [{ sql: 'best.price IS NOT NULL', bindings: [] }] : [];
}

function productConditions({ q, categoryId }: ProductFilter): Condition[] {
  const conditions: Condition[] = [{ sql: 'p.active', bindings: [] }];
  for (const word of (q ?? '').split(/\s+/).filter((part) => part !== '')) {
    const pattern = `%${escapeLike(word)}%`;
    conditions.push({ sql: '(p.title_en ILIKE ? OR p.title_ar ILIKE ?)', bindings: [pattern, pattern] });
  }
  if (categoryId !== null) {
    conditions.push({
      // UNION, not UNION ALL: a circle of categories would end too
      sql: `p.category_id IN (WITH RECURSIVE tree AS (
              SELECT id FROM categories WHERE id = ?
              UNION SELECT c.id FROM categories c JOIN tree ON c.parent_id = tree.id) SELECT id FROM tree)`,
      bindings: [categoryId],
    });
  }
  return conditions;
}

/** Takes their meaning from the wildcards of LIKE. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
