import { WaslError } from '../../../actors/errors.ts';
import type { Ids } from '../../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import type { Product } from '../../../db/models/product.ts';
import type { Variant } from '../../../db/models/variant.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { admitWork } from '../sellers/sellers.ts';
import { findCategory } from './category-store.ts';
import {
  lockForEdit,
  noSuchProduct,
  type ProductEdit,
  type ProductOwner,
  writeProduct,
} from './own-product.ts';
import { type ImageRow, readImages } from './product-image-store.ts';
import { findOwnProduct, insertProducts, readOwnProducts, readVariants } from './product-store.ts';
import { sentTexts } from './product-texts.ts';
import { insertVariants } from './seller-variants.ts';

type NewProduct = components['schemas']['CreateProductRequest'];
type ProductChange = components['schemas']['UpdateProductRequest'];

/**
 * Adds a product with its variants and returns its id. Throws seller.INVALID_STATE unless the seller is ACTIVE,
 * common.VALIDATION_FAILED for an unknown category, and what `insertVariants` throws.
 */
export async function createProduct(
  trx: Transaction,
  deps: { ids: Ids },
  sellerId: string,
  product: NewProduct,
): Promise<string> {
  const [id] = await createProducts(trx, deps, sellerId, [product]);
  if (id === undefined) throw new Error('a product was not created');
  return id;
}

/** Adds several products, all or none, with a constant number of statements. Throws what `createProduct` throws. */
export async function createProducts(
  trx: Transaction,
  { ids }: { ids: Ids },
  sellerId: string,
  products: readonly NewProduct[],
): Promise<string[]> {
  await admitWork(trx, sellerId, 'edit-products');
  for (const categoryId of new Set(products.map((product) => product.categoryId)))
    await requireCategory(trx, categoryId);
  const made = products.map((product) => ({ id: ids.next(), product }));
  await insertProducts(
    trx,
    made.map(({ id, product }) => ({
      id,
      categoryId: product.categoryId,
      createdBySellerId: sellerId,
      ...sentTexts(product),
      digital: product.digital ?? false,
    })),
  );
  await insertVariants(
    trx,
    ids,
    made.map(({ id, product: { title, variants } }) => ({ id, title, variants })),
  );
  return made.map(({ id }) => id);
}

/**
 * Changes or deactivates one of the seller's own products. Throws what `lockForEdit` throws, and
 * common.VALIDATION_FAILED for an unknown category.
 */
export async function changeProduct(trx: Transaction, edit: ProductEdit<ProductChange>): Promise<void> {
  const product = await lockForEdit(trx, edit);
  await writeProduct(trx, product, await changeProductFields(trx, edit.change));
}

/** A product change as columns. Throws common.VALIDATION_FAILED for an unknown category. */
export async function changeProductFields(
  trx: Transaction,
  { categoryId, active, ...texts }: ProductChange,
): Promise<Partial<Product>> {
  if (categoryId !== undefined) await requireCategory(trx, categoryId);
  return {
    ...(categoryId === undefined ? {} : { categoryId }),
    ...sentTexts(texts),
    ...(active === undefined ? {} : { active }),
  };
}

async function requireCategory(trx: Transaction, id: string): Promise<void> {
  if ((await findCategory(trx, id)) !== null) return;
  throw new WaslError('common.VALIDATION_FAILED', {
    errors: [{ pointer: '/categoryId', code: 'unknown', message: 'is not a category' }],
  });
}

export interface WholeProduct {
  product: Product;
  variants: Variant[];
  /** In the seller's order. */
  images: ImageRow[];
}

/** A seller's own products, newest first. @param before Id of the last product on the previous page. */
export async function readSellerProducts(
  database: Database,
  sellerId: string,
  before: string | null,
  count: number,
): Promise<WholeProduct[]> {
  return withParts(database, await readOwnProducts(database, sellerId, before, count));
}

/** Throws common.NOT_FOUND. */
export async function readSellerProduct(
  database: Database,
  sellerId: ProductOwner,
  id: string,
): Promise<WholeProduct> {
  const product = await findOwnProduct(database, sellerId, id);
  const [found] = product === null ? [] : await withParts(database, [product]);
  if (found === undefined) throw noSuchProduct();
  return found;
}

/** Products with their variants and pictures. */
export async function withParts(database: Database, products: Product[]): Promise<WholeProduct[]> {
  const ids = products.map(({ id }) => id);
  const [variants, images] = await Promise.all([readVariants(database, ids), readImages(database, ids)]);
  const variantsOf = groupBy(variants, ({ productId }) => productId);
  const imagesOf = groupBy(images, (image) => image.product_id);
  return products.map((product) => ({
    product,
    variants: variantsOf.get(product.id) ?? [],
    images: imagesOf.get(product.id) ?? [],
  }));
}
