import { WaslError } from '../../../actors/errors.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Product } from '../../../db/models/product.ts';
import { type IfMatch, requireVersion } from '../../kernel/http/preconditions.ts';
import { admitWork } from '../sellers/sellers.ts';
import { lockOwnProductRow, patchProduct } from './product-store.ts';

/** Whose product may be changed: a seller's own, or, for administrators, an imported one, which is nobody's. */
export type ProductOwner = string | null;

/**
 * Locks one of the owner's products for a change of it or of its parts; all of them have one version. Throws
 * common.NOT_FOUND for anybody else's, seller.INVALID_STATE.
 */
export async function lockOwnProduct(trx: Transaction, sellerId: ProductOwner, id: string): Promise<Product> {
  if (sellerId !== null) await admitWork(trx, sellerId, 'edit-products');
  const product = await lockOwnProductRow(trx, sellerId, id);
  if (product === null) throw noSuchProduct();
  return product;
}

/** What an edit of a product or of one of its parts names. */
export interface ProductEdit<Change> {
  sellerId: ProductOwner;
  productId: string;
  ifMatch: IfMatch;
  change: Change;
}

/** Locks it for an edit of a version of it. Throws the errors of If-Match too. */
export async function lockForEdit(
  trx: Transaction,
  { sellerId, productId, ifMatch }: Omit<ProductEdit<never>, 'change'>,
): Promise<Product> {
  const product = await lockOwnProduct(trx, sellerId, productId);
  requireVersion(ifMatch, product.version);
  return product;
}

/** Writes a change of a locked product, or of its parts alone, and the version that makes it another one. */
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
