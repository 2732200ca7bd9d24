import type { Database, Transaction } from '../../../db/database.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { Product } from '../../../db/models/product.ts';
import { Variant } from '../../../db/models/variant.ts';
import { arrayOf, boolean, integer, nullable, numeric, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';

const FILE_OFFER = {
  id: uuid,
  sku: text,
  price: numeric,
  active: boolean,
  lowStockThreshold: nullable(integer),
  version: integer,
} satisfies Shape;

/** An own offer named in a seller's file. */
export type OfferOfFile = ValuesOf<typeof FILE_OFFER>;

/** The seller's offers with one of these ids or SKUs. */
export function readOffersOfFile(
  trx: Transaction,
  sellerId: string,
  { ids, skus }: { ids: readonly string[]; skus: readonly string[] },
): Promise<OfferOfFile[]> {
  return offersOfFile.all(trx, { sellerId, ids, skus });
}

const offersOfFile = statement({
  name: 'catalogue.offers_of_file',
  sql: `SELECT o.id, v.sku, o.price, o.active, o.low_stock_threshold AS "lowStockThreshold", o.version
          FROM offers o JOIN variants v ON v.id = o.variant_id
         WHERE o.seller_id = :sellerId AND (o.id = ANY(:ids) OR v.sku = ANY(:skus))`,
  params: { sellerId: uuid, ids: arrayOf(uuid), skus: arrayOf(text) },
  row: FILE_OFFER,
});

/** Variants on sale with one of these SKUs, from any seller: ids by SKU. */
export async function readVariantsBySku(
  trx: Transaction,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const found = await variantsBySku.all(trx, { skus });
  return new Map(found.map(({ sku, id }) => [sku, id]));
}

const variantsBySku = statement({
  name: 'catalogue.variants_by_sku',
  sql: `SELECT v.sku, v.id FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.sku = ANY(:skus) AND p.active`,
  params: { skus: arrayOf(text) },
  row: { sku: text, id: uuid },
});

/** SKUs of a seller's offers, keyed by the SKU without its leading zeros. */
export async function readSkusWithoutZeros(
  trx: Transaction,
  sellerId: string,
  skus: readonly string[],
): Promise<Map<string, string>> {
  const found = skus.length === 0 ? [] : await skusWithoutZeros.all(trx, { sellerId, skus });
  return new Map(found.map(({ bare, sku }) => [bare, sku]));
}

const skusWithoutZeros = statement({
  name: 'catalogue.skus_without_zeros',
  sql: `SELECT ltrim(v.sku, '0') AS bare, v.sku FROM offers o JOIN variants v ON v.id = o.variant_id
         WHERE o.seller_id = :sellerId AND v.sku LIKE '0%' AND ltrim(v.sku, '0') = ANY(:skus)`,
  params: { sellerId: uuid, skus: arrayOf(text) },
  row: { bare: text, sku: text },
});

export interface ProductsOfFile {
  /** The seller's own products, by id. */
  products: Map<string, { product: Product; variants: Variant[] }>;
  /** Product of each SKU in use, of any seller. */
  productOfSku: Map<string, string>;
}

/** Data for checking a product file: the seller's own products it names by id or SKU, and taken SKUs. */
export async function readProductsOfFile(
  trx: Transaction,
  sellerId: string,
  { ids, skus }: { ids: readonly string[]; skus: readonly string[] },
): Promise<ProductsOfFile> {
  const knex = knexOf(trx);
  const holders = await Variant.query(knex).whereIn('sku', [...skus]);
  const named = [...new Set([...ids, ...holders.map(({ productId }) => productId)])];
  const products = await Product.query(knex).whereIn('id', named).where({ created_by_seller_id: sellerId });
  const own = products.map(({ id }) => id);
  const variants = await Variant.query(knex).whereIn('product_id', own).orderBy(['position', 'id']);
  const variantsOf = groupBy(variants, ({ productId }) => productId);
  return {
    products: new Map(
      products.map((product) => [product.id, { product, variants: variantsOf.get(product.id) ?? [] }]),
    ),
    productOfSku: new Map(holders.map(({ sku, productId }) => [sku, productId])),
  };
}

/** Slugs of all categories, by id. */
export async function readCategorySlugs(executor: Database | Transaction): Promise<Map<string, string>> {
  return new Map((await categorySlugs.all(executor, {})).map(({ id, slug }) => [id, slug]));
}

const categorySlugs = statement({
  name: 'catalogue.category_slugs',
  sql: 'SELECT id, slug FROM categories',
  row: { id: uuid, slug: text },
});
