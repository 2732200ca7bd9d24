import { WaslError } from '../../actors/errors.ts';
import type { Ids } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Category } from '../../db/models/category.ts';
import { Product } from '../../db/models/product.ts';
import { Variant } from '../../db/models/variant.ts';
import type { components } from '../http/api-types.ts';
import { requireVersion } from '../http/preconditions.ts';
import { admitWork } from '../sellers/seller-store.ts';

type NewProduct = components['schemas']['CreateProductRequest'];
type NewVariant = components['schemas']['CreateVariantRequest'];
type ProductChange = components['schemas']['UpdateProductRequest'];

/**
 * Adds a product with its variants and answers its id. Throws seller.INVALID_STATE unless the seller is ACTIVE,
 * common.VALIDATION_FAILED for an unknown category or a SKU named twice, catalogue.SKU_TAKEN.
 */
export async function createProduct(
  trx: Transaction,
  { ids }: { ids: Ids },
  sellerId: string,
  product: NewProduct,
): Promise<string> {
  await admitWork(trx, sellerId, 'edit-products');
  await requireCategory(trx, product.categoryId);
  refuseRepeatedSku(product.variants);
  const id = ids.next();
  await Product.query(trx).insert({
    id,
    categoryId: product.categoryId,
    createdBySellerId: sellerId,
    titleEn: product.title.en,
    titleAr: product.title.ar,
    descriptionEn: product.description.en,
    descriptionAr: product.description.ar,
    digital: product.digital ?? false,
  });
  await insertVariants(trx, ids, id, product);
  return id;
}

async function insertVariants(
  trx: Transaction,
  ids: Ids,
  productId: string,
  product: NewProduct,
): Promise<void> {
  const rows = product.variants.map((variant, position) => {
    const name = nameOf(variant, product.title);
    return {
      id: ids.next(),
      product_id: productId,
      sku: variant.sku,
      name_en: name.en,
      name_ar: name.ar,
      options: JSON.stringify(variant.options),
      position,
    };
  });
  const inserted = await trx('variants')
    .insert(rows)
    .onConflict('sku')
    .ignore()
    .returning<{ sku: string }[]>('sku');
  if (inserted.length === rows.length) return;
  const free = new Set(inserted.map(({ sku }) => sku));
  throw new WaslError('catalogue.SKU_TAKEN', {
    errors: product.variants.flatMap(({ sku }, index) =>
      free.has(sku)
        ? []
        : [{ pointer: `/variants/${index}/sku`, code: 'taken', message: `${sku} is used already` }],
    ),
  });
}

/** A variant without a name is called by its options; without those, as its product. */
function nameOf(
  { name, options }: NewVariant,
  title: { en: string; ar: string },
): { en: string; ar: string } {
  if (name !== undefined) return name;
  const called = Object.values(options).join(' / ');
  return called === '' ? title : { en: called, ar: called };
}

function refuseRepeatedSku(variants: readonly NewVariant[]): void {
  const seen = new Set<string>();
  const errors = variants.flatMap(({ sku }, index) => {
    if (!seen.has(sku)) {
      seen.add(sku);
      return [];
    }
    return [{ pointer: `/variants/${index}/sku`, code: 'duplicate', message: `${sku} stands here twice` }];
  });
  if (errors.length > 0) throw new WaslError('common.VALIDATION_FAILED', { errors });
}

/**
 * Changes one of the seller's own products. Throws common.NOT_FOUND for anybody else's and for imported ones,
 * seller.INVALID_STATE, the errors of If-Match, common.VALIDATION_FAILED for an unknown category.
 */
export async function changeProduct(
  trx: Transaction,
  sellerId: string,
  { id, ifMatch, change }: { id: string; ifMatch: number | null; change: ProductChange },
): Promise<void> {
  await admitWork(trx, sellerId, 'edit-products');
  const product = await Product.query(trx).findOne({ id, created_by_seller_id: sellerId }).forUpdate();
  if (product === undefined) throw noSuchProduct();
  requireVersion(ifMatch, product.version);
  const { categoryId, title, description } = change;
  if (categoryId !== undefined) await requireCategory(trx, categoryId);
  await Product.query(trx)
    .findById(id)
    .patch({
      ...(categoryId === undefined ? {} : { categoryId }),
      ...(title === undefined ? {} : { titleEn: title.en, titleAr: title.ar }),
      ...(description === undefined ? {} : { descriptionEn: description.en, descriptionAr: description.ar }),
      version: product.version + 1,
      updatedAt: new Date(),
    });
}

async function requireCategory(trx: Transaction, id: string): Promise<void> {
  if ((await Category.query(trx).findById(id)) !== undefined) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/categoryId', code: 'unknown', message: 'is no category' }],
  });
}

export interface ProductWithVariants {
  product: Product;
  variants: Variant[];
}

/** A seller's own products, newest first. @param before The id the last page ended with. */
export async function readSellerProducts(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<ProductWithVariants[]> {
  const query = Product.query(database)
    .where({ created_by_seller_id: sellerId })
    .orderBy('id', 'desc')
    .limit(count);
  if (before !== null) query.where('id', '<', before);
  return withVariants(database, await query);
}

/** Throws common.NOT_FOUND. */
export async function readSellerProduct(
  database: Database,
  sellerId: string,
  id: string,
): Promise<ProductWithVariants> {
  const product = await Product.query(database).findOne({ id, created_by_seller_id: sellerId });
  if (product === undefined) throw noSuchProduct();
  const [found] = await withVariants(database, [product]);
  if (found === undefined) throw noSuchProduct();
  return found;
}

async function withVariants(database: Database, products: Product[]): Promise<ProductWithVariants[]> {
  const ids = products.map(({ id }) => id);
  const all = await Variant.query(database).whereIn('product_id', ids).orderBy(['position', 'id']);
  return products.map((product) => ({
    product,
    variants: all.filter((variant) => variant.productId === product.id),
  }));
}

function noSuchProduct(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such product.' });
}
