import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Product } from '../../../db/models/product.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { admitWork } from '../sellers/sellers.ts';
import { lockOwnProductRow, patchProduct } from './product-store.ts';

/** Owner of a product: a seller, or null for imported products, which administrators edit. */
export type ProductOwner = string | null;

/**
 * Locks a product of the owner for changing it or its parts, which share one version. Throws common.NOT_FOUND for any
 * other product, and seller.INVALID_STATE.
 */
export async function lockOwnProduct(trx: Transaction, sellerId: ProductOwner, id: string): Promise<Product> {
  if (sellerId !== null) await admitWork(trx, sellerId, 'edit-products');
  const product = await lockOwnProductRow(trx, sellerId, id);
  if (product === null) throw noSuchProduct();
  return product;
}

/** Identifies an edit of a product or one of its parts. */
export interface ProductEdit<Change> {
  sellerId: ProductOwner;
  productId: string;
  ifMatch: IfMatch;
  change: Change;
}

/** Locks the product for an edit of the given version. Also throws the errors of If-Match. */
export async function lockForEdit(
  trx: Transaction,
  { sellerId, productId, ifMatch }: Omit<ProductEdit<never>, 'change'>,
): Promise<Product> {
  const product = await lockOwnProduct(trx, sellerId, productId);
  requireVersion(ifMatch, product.version);
  return product;
}

/** Writes changes of a locked product, or only of its parts, and increments the version. */
export async function writeProduct(
  trx: Transaction,
  product: Product,
  change: Partial<Product> = {},
): Promise<void> {
  const version = product.version + 1;
  await patchProduct(trx, product.id, { ...change, version, updatedAt: new Date() });
}

export function noSuchProduct(): WaslError {
  return new WaslError('common.NOT_FOUND', { detail: 'No such product.' });
}
