import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { Transaction } from '../../../db/database.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Caller, Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import type { IfMatch } from '../../kernel/http/preconditions.ts';
import { readSeller } from '../sellers/sellers.ts';
import { readSellerOffers } from './offer-store.ts';
import type { ProductEdit } from './own-product.ts';
import { addImage, describeImage, orderImages, removeImage, renderImage } from './product-images.ts';
import { renderAnyProduct, renderSellerOffer } from './render-seller-catalogue.ts';
import { readSellerOffer, switchOrphanedOffer } from './seller-offers.ts';
import { readSellerProduct } from './seller-products.ts';

type ImportedProductOperation =
  | 'listOffersAsAdmin'
  | 'updateOfferAsAdmin'
  | 'getImportedProduct'
  | 'addImportedProductImage'
  | 'updateImportedProductImage'
  | 'deleteImportedProductImage'
  | 'orderImportedProductImages';

/** Common parts of every request to change a product. */
interface EditRequest {
  operationId: string;
  caller: Caller;
  params: { id: string };
  ifMatch: IfMatch;
  requestId: string;
  ip: string;
}

/** Imported products belong to no seller, and imported sellers have no staff, so administrators manage both. */
const IMPORTED = null;

export function importedProductHandlers(
  deps: Pick<Dependencies, 'database' | 'files' | 'ids' | 'secrets' | 'clock'>,
): Pick<Handlers, ImportedProductOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  const answer = async (productId: string) => {
    const found = await readSellerProduct(database, IMPORTED, productId);
    return { status: 200, body: renderAnyProduct(found), etag: found.product.version };
  };

  const edit = async <Change extends JsonObject[string]>(
    request: EditRequest,
    change: Change,
    work: (trx: Transaction, edit: ProductEdit<Change>) => Promise<void>,
    data: JsonObject,
  ) => {
    const { params, ifMatch } = request;
    await inTransaction(database, async (trx) => {
      await work(trx, { sellerId: IMPORTED, productId: params.id, ifMatch, change });
      await audit(trx, request, 'PRODUCT', { data });
    });
    return answer(params.id);
  };

  return {
    listOffersAsAdmin: async ({ params, query }) => {
      const { limit = DEFAULT_LIMIT, cursor } = query;
      const { seller } = await readSeller(database, params.id, deps.clock.now());
      const scope = `admin-offers:${seller.id}`;
      const before = cursors.decode(scope, cursor)?.[0]?.toString() ?? null;
      const filter = { sellerId: seller.id, lowStock: false, before, count: limit + 1 };
      const found = await readSellerOffers(database, filter);
      return { status: 200, body: cursors.page(scope, found, limit, ({ id }) => [id], renderSellerOffer) };
    },

    updateOfferAsAdmin: async (request) => {
      const { params, body, ifMatch } = request;
      await inTransaction(database, async (trx) => {
        const was = await switchOrphanedOffer(trx, { id: params.id, ifMatch, active: body.active });
        if (was === null) return;
        const { active, sellerId } = was;
        const change = { before: { active }, after: { active: body.active }, data: { sellerId } };
        await audit(trx, request, 'OFFER', { ...change, reason: body.reason ?? null });
      });
      const offer = await readSellerOffer(database, null, params.id);
      return { status: 200, body: renderSellerOffer(offer), etag: offer.version };
    },

    getImportedProduct: ({ params }) => answer(params.id),

    addImportedProductImage: async (request) => {
      const { image, replayed } = await addImage(deps, IMPORTED, request, (trx, imageId) =>
        audit(trx, request, 'PRODUCT', { data: { imageId } }),
      );
      return { status: 201, body: renderImage(image), replayed };
    },

    updateImportedProductImage: (request) => {
      const { imageId } = request.params;
      const { alt } = request.body;
      return edit(request, alt, (trx, named) => describeImage(trx, imageId, named), { imageId, alt });
    },

    deleteImportedProductImage: (request) => {
      const { imageId } = request.params;
      return edit(request, null, (trx, named) => removeImage(trx, imageId, named), { imageId });
    },

    orderImportedProductImages: (request) => {
      const { imageIds } = request.body;
      return edit(request, imageIds, orderImages, { imageIds });
    },
  };
}

function audit(
  trx: Transaction,
  { operationId: action, caller: by, params, requestId, ip }: Omit<EditRequest, 'ifMatch'>,
  subjectType: 'OFFER' | 'PRODUCT',
  what: { before?: JsonObject; after?: JsonObject; data?: JsonObject; reason?: string | null },
): Promise<void> {
  return recordAudit(trx, { by, action, subjectType, subjectId: params.id, requestId, ip, ...what });
}
