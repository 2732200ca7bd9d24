import { WaslError } from '../../../actors/errors.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { Category } from '../../../db/models/category.ts';
import { knexOf } from '../../../db/models/knex-of.ts';
import { Product } from '../../../db/models/product.ts';
import { Seller } from '../../../db/models/seller.ts';
import { Variant } from '../../../db/models/variant.ts';
import { arrayOf, bigint, integer, jsonb, numeric, text, uuid } from '../../../db/sql-types.ts';
import { type Shape, statement, type ValuesOf } from '../../../db/statement.ts';
import { BEST_OFFER_FIRST } from './best-offer.ts';
import { type ImageRow, readImages } from './product-image-store.ts';

const SHOPPER_OFFER = {
  id: uuid,
  variantId: uuid,
  sellerId: uuid,
  sellerNameEn: text,
  sellerNameAr: text,
  price: numeric,
  /** Units that can be bought now. */
  available: integer,
} satisfies Shape;

/** An offer as shoppers see it. The view `shopper_offers` decides which are shown, and the available units. */
export type ShopperOffer = ValuesOf<typeof SHOPPER_OFFER>;

export interface ProductDetail {
  product: Product;
  category: Category;
  images: ImageRow[];
  variants: { variant: Variant; available: number; bestOffer: ShopperOffer | null }[];
}

const SHOPPER_OFFERS = `
  SELECT o.id, o.variant_id AS "variantId", o.seller_id AS "sellerId", o.seller_name_en AS "sellerNameEn",
         o.seller_name_ar AS "sellerNameAr", o.price, o.available
    FROM shopper_offers o`;

/** A product with its variants, each with its best offer. Throws common.NOT_FOUND. */
export async function readProduct(database: Database, id: string): Promise<ProductDetail> {
  const product = await Product.query(database).findById(id).where({ active: true });
  return complete(database, product, await readOffersOfProduct.all(database, { productId: id }));
}

/** A seller's own product as it would appear once active, with only this seller's offers. Throws common.NOT_FOUND. */
export async function readOwnProduct(
  database: Database,
  sellerId: string,
  id: string,
): Promise<ProductDetail> {
  const product = await Product.query(database).findById(id).where({ created_by_seller_id: sellerId });
  return complete(database, product, await readOwnOffers.all(database, { productId: id, sellerId }));
}

/** @param offers Best offer of each variant first. */
async function complete(
  database: Database,
  product: Product | undefined,
  offers: readonly ShopperOffer[],
): Promise<ProductDetail> {
  if (product === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such product.' });
  const { id } = product;
  const category = await Category.query(database).findById(product.categoryId);
  if (category === undefined) throw new Error(`product ${id} has no category`);
  const variants = await Variant.query(database).where({ product_id: id }).orderBy(['position', 'id']);
  return {
    product,
    category,
    images: await readImages(database, [id]),
    variants: variants.map((variant) => {
      const own = offers.filter((offer) => offer.variantId === variant.id);
      const available = own.reduce((sum, offer) => sum + offer.available, 0);
      return { variant, available, bestOffer: own[0] ?? null };
    }),
  };
}

const readOffersOfProduct = statement({
  name: 'catalogue.read_offers_of_product',
  sql: `${SHOPPER_OFFERS} WHERE o.product_id = :productId ORDER BY ${BEST_OFFER_FIRST}`,
  params: { productId: uuid },
  row: SHOPPER_OFFER,
});

const readOwnOffers = statement({
  name: 'catalogue.read_own_offers_as_shown',
  sql: `SELECT o.id, o.variant_id AS "variantId", o.seller_id AS "sellerId", o.seller_name_en AS "sellerNameEn",
               o.seller_name_ar AS "sellerNameAr", o.price, o.available
          FROM described_offers o JOIN offers f ON f.id = o.id AND f.active
         WHERE o.product_id = :productId AND o.seller_id = :sellerId ORDER BY o.price, o.id`,
  params: { productId: uuid, sellerId: uuid },
  row: SHOPPER_OFFER,
});

/** Every offer of a variant, cheapest first, and the variant's product. Throws common.NOT_FOUND. */
export async function readVariantOffers(
  database: Database,
  variantId: string,
  after: { price: string; id: string } | null,
  count: number,
): Promise<{ productId: string; offers: ShopperOffer[] }> {
  const variant = await findVariantOnSale(database, variantId);
  if (variant === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such variant.' });
  const page = { variantId, count };
  const offers =
    after === null
      ? await readOffersOfVariant.all(database, page)
      : await readFurtherOffersOfVariant.all(database, { ...page, price: after.price, id: after.id });
  return { productId: variant.productId, offers };
}

const readOffersOfVariant = statement({
  name: 'catalogue.read_offers_of_variant',
  sql: `${SHOPPER_OFFERS} WHERE o.variant_id = :variantId ORDER BY o.price, o.id LIMIT :count`,
  params: { variantId: uuid, count: bigint },
  row: SHOPPER_OFFER,
});

const readFurtherOffersOfVariant = statement({
  name: 'catalogue.read_further_offers_of_variant',
  sql: `${SHOPPER_OFFERS}
         WHERE o.variant_id = :variantId AND (o.price, o.id) > (:price::numeric, :id::uuid)
         ORDER BY o.price, o.id LIMIT :count`,
  params: { variantId: uuid, price: numeric, id: uuid, count: bigint },
  row: SHOPPER_OFFER,
});

/** A variant of an active product. */
export function findVariantOnSale(
  executor: Database | Transaction,
  id: string,
): Promise<{ productId: string } | null> {
  return variantOnSale.first(executor, { id });
}

const variantOnSale = statement({
  name: 'catalogue.find_variant_on_sale',
  sql: `SELECT p.id AS "productId" FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.id = :id AND p.active`,
  params: { id: uuid },
  row: { productId: uuid },
});

/** The variants among these whose product is active. */
export async function findVariantsOnSale(trx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  return new Set((await variantsOnSale.all(trx, { ids })).map(({ id }) => id));
}

const variantsOnSale = statement({
  name: 'catalogue.find_variants_on_sale',
  sql: `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
         WHERE v.id = ANY(:ids) AND p.active`,
  params: { ids: arrayOf(uuid) },
  row: { id: uuid },
});

/** A seller that shoppers can buy from, or that is on vacation. Throws common.NOT_FOUND. */
export async function readActiveSeller(database: Database, id: string): Promise<Seller> {
  const seller = await Seller.query(database).findOne({ id, status: 'ACTIVE' });
  if (seller === undefined) throw new WaslError('common.NOT_FOUND', { detail: 'No such seller.' });
  return seller;
}

/** A seller's own products, newest first. @param before Id of the last product on the previous page. */
export async function readOwnProducts(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<Product[]> {
  const query = Product.query(database)
    .where({ created_by_seller_id: sellerId })
    .orderBy('id', 'desc')
    .limit(count);
  return before === null ? query : query.where('id', '<', before);
}

/** Null for any other owner's product. @param sellerId Null for imported products, which belong to no seller. */
export async function findOwnProduct(
  executor: Database | Transaction,
  sellerId: string | null,
  id: string,
): Promise<Product | null> {
  return (await Product.query(knexOf(executor)).findOne({ id, created_by_seller_id: sellerId })) ?? null;
}

/** A product that the seller created or offers, or that is active; otherwise null. */
export async function findShelfProduct(
  executor: Database | Transaction,
  sellerId: string,
  id: string,
): Promise<Product | null> {
  const product = await Product.query(knexOf(executor)).findById(id);
  if (product === undefined) return null;
  if (product.active || product.createdBySellerId === sellerId) return product;
  return (await offeredBy.first(executor, { sellerId, id })) === null ? null : product;
}

const offeredBy = statement({
  name: 'catalogue.product_offered_by',
  sql: `SELECT o.id FROM offers o JOIN variants v ON v.id = o.variant_id
         WHERE o.seller_id = :sellerId AND v.product_id = :id LIMIT 1`,
  params: { sellerId: uuid, id: uuid },
  row: { id: uuid },
});

/** Like `findOwnProduct`, row-locked for changing it or its parts. */
export async function lockOwnProductRow(
  trx: Transaction,
  sellerId: string | null,
  id: string,
): Promise<Product | null> {
  return (
    (await Product.query(knexOf(trx)).findOne({ id, created_by_seller_id: sellerId }).forUpdate()) ?? null
  );
}

export async function insertProducts(trx: Transaction, products: readonly Partial<Product>[]): Promise<void> {
  await Product.query(knexOf(trx)).insert([...products]);
}

export async function patchProduct(trx: Transaction, id: string, change: Partial<Product>): Promise<void> {
  await Product.query(knexOf(trx)).findById(id).patch(change);
}

/** Variants of these products, each product's in the seller's order. */
export async function readVariants(
  executor: Database | Transaction,
  productIds: string[],
): Promise<Variant[]> {
  return Variant.query(knexOf(executor)).whereIn('product_id', productIds).orderBy(['position', 'id']);
}

export async function findVariant(trx: Transaction, productId: string, id: string): Promise<Variant | null> {
  return (await Variant.query(knexOf(trx)).findOne({ id, product_id: productId })) ?? null;
}

export async function patchVariant(trx: Transaction, id: string, change: Partial<Variant>): Promise<void> {
  await Variant.query(knexOf(trx)).findById(id).patch(change);
}

export async function readVariantPositions(trx: Transaction, productId: string): Promise<number[]> {
  return (await variantPositions.all(trx, { productId })).map(({ position }) => position);
}

const variantPositions = statement({
  name: 'catalogue.read_variant_positions',
  sql: 'SELECT position FROM variants WHERE product_id = :productId',
  params: { productId: uuid },
  row: { position: integer },
});

/** A variant as written. */
export type NewVariantRow = Pick<
  Variant,
  'id' | 'productId' | 'sku' | 'nameEn' | 'nameAr' | 'options' | 'optionTexts' | 'position'
>;

/** Rejects if the SKU is taken or a variant of the product has the same options. */
export async function insertVariant(trx: Transaction, variant: NewVariantRow): Promise<void> {
  await Variant.query(knexOf(trx)).insert(variant);
}

/** Inserts the variants whose SKU is free, and returns these SKUs. */
export async function insertFreeVariants(
  trx: Transaction,
  variants: readonly NewVariantRow[],
): Promise<Set<string>> {
  const inserted = await insertFree.all(trx, { variants });
  return new Set(inserted.map(({ sku }) => sku));
}

const insertFree = statement({
  name: 'catalogue.insert_free_variants',
  sql: `INSERT INTO variants (id, product_id, sku, name_en, name_ar, options, option_texts, position)
        SELECT v.id, v."productId", v.sku, v."nameEn", v."nameAr", v.options, v."optionTexts", v.position
          FROM jsonb_to_recordset(:variants::jsonb)
            AS v (id uuid, "productId" uuid, sku text, "nameEn" text, "nameAr" text, options jsonb,
                  "optionTexts" jsonb, position integer)
        ON CONFLICT (sku) DO NOTHING RETURNING sku`,
  params: { variants: jsonb<readonly NewVariantRow[]>() },
  row: { sku: text },
});

/** Writes variants of one product, each with its place. Rejects as `insertVariant` does. */
export async function writeVariants(trx: Transaction, variants: readonly NewVariantRow[]): Promise<void> {
  await writeMany.count(trx, { variants });
}

const writeMany = statement({
  name: 'catalogue.write_variants',
  sql: `UPDATE variants v
           SET sku = n.sku, name_en = n."nameEn", name_ar = n."nameAr", options = n.options,
               option_texts = n."optionTexts", position = n.position
          FROM jsonb_to_recordset(:variants::jsonb)
            AS n (id uuid, "productId" uuid, sku text, "nameEn" text, "nameAr" text, options jsonb,
                  "optionTexts" jsonb, position integer)
         WHERE v.id = n.id AND v.product_id = n."productId"`,
  params: { variants: jsonb<readonly NewVariantRow[]>() },
});

/** Gives these variants temporary unique SKUs and options, so that the next statement can swap them. */
export async function parkVariants(trx: Transaction, ids: readonly string[]): Promise<void> {
  await park.count(trx, { ids });
}

const park = statement({
  name: 'catalogue.park_variants',
  sql: `UPDATE variants SET sku = id::text, options = jsonb_build_object('', id::text) WHERE id = ANY(:ids)`,
  params: { ids: arrayOf(uuid) },
});

/** The SKUs among these that other products use. */
export async function findForeignSkus(
  trx: Transaction,
  productId: string,
  skus: readonly string[],
): Promise<Set<string>> {
  return new Set((await foreignSkus.all(trx, { productId, skus })).map(({ sku }) => sku));
}

const foreignSkus = statement({
  name: 'catalogue.find_foreign_skus',
  sql: 'SELECT sku FROM variants WHERE sku = ANY(:skus) AND product_id <> :productId',
  params: { productId: uuid, skus: arrayOf(text) },
  row: { sku: text },
});
