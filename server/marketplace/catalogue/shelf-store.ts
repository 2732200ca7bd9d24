import type { Database, Transaction } from '../../../db/database.ts';
import {
  arrayOf,
  bigint,
  boolean,
  integer,
  nullable,
  numeric,
  oneOf,
  type SqlType,
  text,
  timestamptz,
  timestamptzText,
  uuid,
} from '../../../db/sql-types.ts';
import { type Shape, type Statement, statement, type ValuesOf } from '../../../db/statement.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { FREE_PIECES } from './offer-store.ts';
import { CATEGORY_FITS, searches } from './product-filter-store.ts';

export type ShelfState = 'ON' | 'OFF' | 'NO_PRICE';
export type ShelfSort =
  | 'newest'
  | 'changed'
  | 'name'
  | 'price-asc'
  | 'price-desc'
  | 'stock-asc'
  | 'stock-desc';

export interface ShelfFilter {
  q: string | null;
  categoryId: string | null;
  state: ShelfState | null;
  maker: 'OWN' | 'OTHER' | null;
  lacks: 'PICTURE' | 'ARABIC' | null;
  stock: 'OUT' | 'LOW' | null;
}

export interface ShelfPage {
  sellerId: string;
  filter: ShelfFilter;
  sort: ShelfSort;
  locale: Locale;
  /** Sort key and id of the last product on the previous page. */
  after: { key: string; id: string } | null;
  count: number;
}

const ROW = {
  id: uuid,
  own: boolean,
  categoryId: uuid,
  titleEn: text,
  titleAr: text,
  active: boolean,
  state: oneOf<ShelfState>(),
  images: integer,
  variants: integer,
  offers: integer,
  activeOffers: integer,
  lowest: nullable(numeric),
  highest: nullable(numeric),
  available: integer,
  lowStock: boolean,
  lacksArabic: boolean,
  changedAt: timestamptz,
  sortKey: text,
} satisfies Shape;

export type ShelfRow = ValuesOf<typeof ROW>;

/** A product that the seller created or offers, with a summary of its offers; `r` has one row per product. */
const ROWS = `
  mine AS (
    SELECT id FROM products WHERE created_by_seller_id = :sellerId
    UNION
    SELECT v.product_id FROM offers o JOIN variants v ON v.id = o.variant_id WHERE o.seller_id = :sellerId),
  rows AS (
    SELECT p.id, p.created_by_seller_id IS NOT DISTINCT FROM :sellerId AS own, p.category_id AS "categoryId",
           p.title_en AS "titleEn", p.title_ar AS "titleAr", p.active,
           CASE WHEN sums.offers = 0 THEN 'NO_PRICE' WHEN p.active AND sums."activeOffers" > 0 THEN 'ON' ELSE 'OFF' END
             AS state,
           (SELECT count(*)::integer FROM product_images i WHERE i.product_id = p.id) AS images,
           sums.variants, sums.offers, sums."activeOffers", sums.lowest, sums.highest, sums.available, sums."lowStock",
           p.created_by_seller_id IS NOT DISTINCT FROM :sellerId
             AND (p.title_ar !~ :arabic OR p.description_ar !~ :arabic OR sums."lacksArabic") AS "lacksArabic",
           greatest(p.updated_at, sums.changed) AS "changedAt"
      FROM mine JOIN products p USING (id)
      CROSS JOIN LATERAL (
        SELECT count(*)::integer AS variants, count(o.id)::integer AS offers,
               (count(o.id) FILTER (WHERE o.active))::integer AS "activeOffers",
               min(o.price) AS lowest, max(o.price) AS highest, max(o.updated_at) AS changed,
               coalesce(sum(free.pieces), 0)::integer AS available,
               coalesce(bool_or(o.low_stock_threshold > free.pieces), false) AS "lowStock",
               bool_or(EXISTS (SELECT FROM jsonb_each_text(v.options) option (name, value)
                                WHERE coalesce(v.option_texts -> option.name -> 'name' ->> 'ar', '') !~ :arabic))
                 AS "lacksArabic"
          FROM variants v
          LEFT JOIN offers o ON o.variant_id = v.id AND o.seller_id = :sellerId
          LEFT JOIN LATERAL (SELECT CASE WHEN o.id IS NULL THEN 0 ELSE ${FREE_PIECES} END AS pieces) free ON true
         WHERE v.product_id = p.id) sums)`;

/** An Arabic letter, for PostgreSQL's regular expressions. */
const ARABIC_LETTER = '[\u0621-\u064a\u0671-\u06d3]';

interface Sorting {
  key(locale: Locale): string;
  type: SqlType<string>;
  direction: 'ASC' | 'DESC';
}

// Products without a price sort last in both directions: prices lie between 0.01 and the limit of numeric(12,2).
const SORTINGS: Readonly<Record<ShelfSort, Sorting>> = {
  newest: { key: () => 'r.id', type: uuid, direction: 'DESC' },
  changed: { key: () => 'r."changedAt"', type: timestamptzText, direction: 'DESC' },
  // Truncated to fit into a cursor; the id decides between equal prefixes.
  name: {
    key: (locale) => `left(lower(r.${locale === 'ar' ? '"titleAr"' : '"titleEn"'}), 40)`,
    type: text,
    direction: 'ASC',
  },
  'price-asc': { key: () => 'coalesce(r.lowest, 9999999999.99)', type: numeric, direction: 'ASC' },
  'price-desc': { key: () => 'coalesce(r.highest, 0)', type: numeric, direction: 'DESC' },
  'stock-asc': { key: () => 'r.available::numeric', type: numeric, direction: 'ASC' },
  'stock-desc': { key: () => 'r.available::numeric', type: numeric, direction: 'DESC' },
};

/** What the statement's text depends on. Everything else is a parameter. */
interface ShelfShape {
  sort: ShelfSort;
  locale: Locale;
  words: boolean;
  category: boolean;
  further: boolean;
}

/** Products that a seller sells or could sell, each once. `q` is matched as in shoppers' searches. */
export function readShelf(database: Database, page: ShelfPage): Promise<ShelfRow[]> {
  const { sellerId, filter, sort, locale, after, count } = page;
  const shape = {
    sort,
    locale: sort === 'name' ? locale : 'en',
    words: searches(filter.q),
    category: filter.categoryId !== null,
    further: after !== null,
  } as const;
  return shelfOf(shape).all(database, {
    ...filter,
    ...{ sellerId, count, arabic: ARABIC_LETTER, afterKey: after?.key, afterId: after?.id },
  });
}

type Shelf = Statement<{ [name: string]: unknown }, ShelfRow>;
const shelvesByName = new Map<string, Shelf>();

function shelfOf(shape: ShelfShape): Shelf {
  const { sort, locale, words, category, further } = shape;
  const parts = [
    ...['catalogue.read_shelf', sort, locale],
    ...(words ? ['words'] : []),
    ...(category ? ['category'] : []),
    ...(further ? ['further'] : []),
  ];
  const name = parts.join('.');
  const known = shelvesByName.get(name);
  if (known !== undefined) return known;
  const made = defineShelf(name, shape);
  shelvesByName.set(name, made);
  return made;
}

function defineShelf(name: string, { sort, locale, words, category, further }: ShelfShape): Shelf {
  const { key, type, direction } = SORTINGS[sort];
  const sortKey = key(locale);
  const conditions = [
    '(:state::text IS NULL OR r.state = :state)',
    `(:maker::text IS NULL OR r.own = (:maker = 'OWN'))`,
    `(:lacks::text IS NULL OR CASE :lacks WHEN 'PICTURE' THEN r.images = 0 ELSE r."lacksArabic" END)`,
    `(:stock::text IS NULL OR CASE :stock WHEN 'LOW' THEN r."lowStock" ELSE r.offers > 0 AND r.available = 0 END)`,
    ...(words
      ? [`EXISTS (SELECT FROM plan JOIN product_search d ON d.words @@ plan.needs WHERE d.product_id = r.id)`]
      : []),
    ...(category ? [CATEGORY_FITS.sql.replace('p.category_id', 'r."categoryId"')] : []),
    ...(further
      ? [`(${sortKey}, r.id) ${direction === 'ASC' ? '>' : '<'} (:afterKey::${type.sql}, :afterId::uuid)`]
      : []),
  ];
  return statement({
    name,
    sql: `WITH ${words ? 'plan AS MATERIALIZED (SELECT needs FROM search_plan(:q::text)),' : ''} ${ROWS}
      SELECT r.*, (${sortKey})::text AS "sortKey" FROM rows r
       WHERE ${conditions.join(' AND ')}
       ORDER BY ${sortKey} ${direction}, r.id ${direction} LIMIT :count`,
    params: {
      ...{ sellerId: uuid, arabic: text, count: bigint },
      ...{ state: nullable(text), maker: nullable(text), lacks: nullable(text), stock: nullable(text) },
      ...(words ? { q: nullable(text) } : {}),
      ...(category ? CATEGORY_FITS.params : {}),
      ...(further ? { afterKey: type, afterId: uuid } : {}),
    },
    row: ROW,
  });
}

// Representatives, for the test that has PostgreSQL describe every statement.
for (const sort of Object.keys(SORTINGS) as ShelfSort[]) {
  for (const locale of sort === 'name' ? (['en', 'ar'] as const) : (['en'] as const)) {
    shelfOf({ sort, locale, words: true, category: true, further: true });
    shelfOf({ sort, locale, words: false, category: false, further: false });
  }
}

const SWITCHED_PRODUCT = { id: uuid, own: boolean, active: boolean } satisfies Shape;

/** The products among these that the seller created or offers; its own ones are row-locked in one order. */
export async function lockShelf(
  trx: Transaction,
  sellerId: string,
  ids: readonly string[],
): Promise<{
  products: ValuesOf<typeof SWITCHED_PRODUCT>[];
  offers: { id: string; productId: string; active: boolean }[];
}> {
  await lockOwnProducts.count(trx, { sellerId, ids });
  const products = await shelfProducts.all(trx, { sellerId, ids });
  const offers = await lockShelfOffers.all(trx, { sellerId, ids });
  return { products, offers };
}

const lockOwnProducts = statement({
  name: 'catalogue.lock_shelf_products',
  sql: `SELECT id FROM products WHERE id = ANY(:ids) AND created_by_seller_id = :sellerId ORDER BY id FOR UPDATE`,
  params: { sellerId: uuid, ids: arrayOf(uuid) },
  row: { id: uuid },
});

const shelfProducts = statement({
  name: 'catalogue.read_shelf_products',
  sql: `SELECT p.id, p.created_by_seller_id IS NOT DISTINCT FROM :sellerId AS own, p.active
          FROM products p
         WHERE p.id = ANY(:ids)
           AND (p.created_by_seller_id = :sellerId
                OR EXISTS (SELECT FROM offers o JOIN variants v ON v.id = o.variant_id
                            WHERE v.product_id = p.id AND o.seller_id = :sellerId))`,
  params: { sellerId: uuid, ids: arrayOf(uuid) },
  row: SWITCHED_PRODUCT,
});

const lockShelfOffers = statement({
  name: 'catalogue.lock_shelf_offers',
  sql: `SELECT o.id, v.product_id AS "productId", o.active
          FROM offers o JOIN variants v ON v.id = o.variant_id
         WHERE o.seller_id = :sellerId AND v.product_id = ANY(:ids)
         ORDER BY o.id FOR NO KEY UPDATE OF o`,
  params: { sellerId: uuid, ids: arrayOf(uuid) },
  row: { id: uuid, productId: uuid, active: boolean },
});

/** Switches locked products and offers, each as its next version. */
export async function writeSwitches(
  trx: Transaction,
  switches: { products: readonly string[]; offers: readonly string[]; active: boolean },
): Promise<void> {
  const { products, offers, active } = switches;
  if (products.length > 0) await switchProducts.count(trx, { ids: products, active });
  if (offers.length > 0) await switchOffers.count(trx, { ids: offers, active });
}

const switchProducts = statement({
  name: 'catalogue.switch_products',
  sql: `UPDATE products SET active = :active, version = version + 1, updated_at = now() WHERE id = ANY(:ids)`,
  params: { ids: arrayOf(uuid), active: boolean },
});

const switchOffers = statement({
  name: 'catalogue.switch_offers',
  sql: `UPDATE offers SET active = :active, version = version + 1, updated_at = now() WHERE id = ANY(:ids)`,
  params: { ids: arrayOf(uuid), active: boolean },
});
