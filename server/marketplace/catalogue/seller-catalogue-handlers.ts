import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { readSellerOffers } from './offer-store.ts';
import { renderSellerOffer, renderSellerProduct } from './render-seller-catalogue.ts';
import { changeOffer, createOffer, readSellerOffer } from './seller-offers.ts';
import { changeProduct, createProduct, readSellerProduct, readSellerProducts } from './seller-products.ts';

type SellerCatalogueOperation =
  | 'listSellerProducts'
  | 'getSellerProduct'
  | 'createSellerProduct'
  | 'updateSellerProduct'
  | 'listSellerOffers'
  | 'createSellerOffer'
  | 'updateSellerOffer';

/**
 * Operations on a seller's products and offers, for its own people. Only an active seller may change them; see
 * SELLER_WORK.
 */
export function sellerCatalogueHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'secrets'>,
): Pick<Handlers, SellerCatalogueOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listSellerProducts: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const scope = `seller-products:${sellerId}`;
      const [before] = cursors.decode(scope, query.cursor) ?? [];
      const from = before === undefined ? null : String(before);
      const found = await readSellerProducts(database, sellerId, from, limit + 1);
      const body = cursors.page(scope, found, limit, ({ product }) => [product.id], renderSellerProduct);
      return { status: 200, body };
    },

    getSellerProduct: async ({ caller, params }) => {
      const found = await readSellerProduct(database, ownSellerId(caller), params.id);
      return { status: 200, body: renderSellerProduct(found), etag: found.product.version };
    },

    createSellerProduct: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const productId = await createProduct(trx, deps, sellerId, body);
          return { status: 201, reference: { productId } };
        }),
      );
      const found = await readSellerProduct(database, sellerId, reference.productId ?? '');
      return { status: 201, body: renderSellerProduct(found), etag: found.product.version, replayed };
    },

    updateSellerProduct: async ({ caller, params, body, ifMatch }) => {
      const sellerId = ownSellerId(caller);
      const edit = { sellerId, productId: params.id, ifMatch, change: body };
      await inTransaction(database, (trx) => changeProduct(trx, edit));
      const found = await readSellerProduct(database, sellerId, params.id);
      return { status: 200, body: renderSellerProduct(found), etag: found.product.version };
    },

    listSellerOffers: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const { lowStock = false } = query;
      const scope = `seller-offers:${sellerId}:${lowStock}`;
      const [before] = cursors.decode(scope, query.cursor) ?? [];
      const from = before === undefined ? null : String(before);
      const filter = { sellerId, lowStock, before: from, count: limit + 1 };
      const found = await readSellerOffers(database, filter);
      return { status: 200, body: cursors.page(scope, found, limit, ({ id }) => [id], renderSellerOffer) };
    },

    createSellerOffer: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const offerId = await createOffer(trx, deps, sellerId, body);
          return { status: 201, reference: { offerId } };
        }),
      );
      const offer = await readSellerOffer(database, sellerId, reference.offerId ?? '');
      return { status: 201, body: renderSellerOffer(offer), etag: offer.version, replayed };
    },

    updateSellerOffer: async ({ caller, params, body, ifMatch }) => {
      const sellerId = ownSellerId(caller);
      await inTransaction(database, (trx) =>
        changeOffer(trx, sellerId, { id: params.id, ifMatch, change: body }),
      );
      const offer = await readSellerOffer(database, sellerId, params.id);
      return { status: 200, body: renderSellerOffer(offer), etag: offer.version };
    },
  };
}
