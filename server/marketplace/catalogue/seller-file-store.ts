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

/** An own offer that a seller's file names. */
export type OfferOfFile = ValuesOf<typeof FILE_OFFER>;

/** Those of a seller's offers that have one of these ids or SKUs. */
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

/** Variants on sale with one of these SKUs, whoever made them: their ids by SKU. */
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

/** SKUs of a seller's offers by what is left of them without their leading zeros. */
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
  /** The seller's own, by id. */
  products: Map<string, { product: Product; variants: Variant[] }>;
  /** The product of each SKU that is in use, anybody's. */
  productOfSku: Map<string, string>;
}

/** What a file of products is about: the seller's own products that it names by id or by a SKU, and taken SKUs. */
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

/** Every category: its slug by its id. */
export async function readCategorySlugs(executor: Database | Transaction): Promise<Map<string, string>> {
  return new Map((await categorySlugs.all(executor, {})).map(({ id, slug }) => [id, slug]));
}

const categorySlugs = statement({
  name: 'catalogue.category_slugs',
  sql: 'SELECT id, slug FROM categories',
  row: { id: uuid, slug: text },
});
