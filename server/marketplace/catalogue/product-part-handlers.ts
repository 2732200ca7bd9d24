import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import type { IfMatch } from '../../kernel/http/preconditions.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import type { ProductEdit } from './own-product.ts';
import { addImage, describeImage, orderImages, removeImage, renderImage } from './product-images.ts';
import { renderSellerProduct } from './render-seller-catalogue.ts';
import { readSellerProduct } from './seller-products.ts';
import { addVariant, changeVariant } from './seller-variants.ts';

type ProductPartOperation =
  | 'addProductVariant'
  | 'updateProductVariant'
  | 'addProductImage'
  | 'updateProductImage'
  | 'deleteProductImage'
  | 'orderProductImages';

/** Common parts of every edit of a part of a product. */
interface PartRequest {
  caller: Caller;
  params: { id: string };
  ifMatch: IfMatch;
}

/** Operations on variants and pictures of a seller's own products. They share the product's version. */
export function productPartHandlers(
  deps: Pick<Dependencies, 'database' | 'files' | 'ids'>,
): Pick<Handlers, ProductPartOperation> {
  const { database } = deps;

  async function answer(sellerId: string, productId: string) {
    const found = await readSellerProduct(database, sellerId, productId);
    return { body: renderSellerProduct(found), etag: found.product.version };
  }

  async function edit<Change>(
    { caller, params, ifMatch }: PartRequest,
    change: Change,
    work: (trx: Transaction, edit: ProductEdit<Change>) => Promise<void>,
  ) {
    const sellerId = ownSellerId(caller);
    const named = { sellerId, productId: params.id, ifMatch, change };
    await inTransaction(database, (trx) => work(trx, named));
    return { status: 200, ...(await answer(sellerId, params.id)) };
  }

  return {
    addProductVariant: async ({ caller, params, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const product = { sellerId, productId: params.id };
          return { status: 201, reference: { variantId: await addVariant(trx, deps, product, body) } };
        }),
      );
      return { status: 201, ...(await answer(sellerId, params.id)), replayed };
    },

    updateProductVariant: (request) =>
      edit(request, request.body, (trx, named) => changeVariant(trx, request.params.variantId, named)),

    addProductImage: async (request) => {
      const { image, replayed } = await addImage(deps, ownSellerId(request.caller), request);
      return { status: 201, body: renderImage(image), replayed };
    },

    updateProductImage: (request) =>
      edit(request, request.body.alt, (trx, named) => describeImage(trx, request.params.imageId, named)),

    deleteProductImage: (request) =>
      edit(request, null, (trx, named) => removeImage(trx, request.params.imageId, named)),

    orderProductImages: (request) => edit(request, request.body.imageIds, orderImages),
  };
}
