import { WaslError } from '../../../actors/errors.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId } from '../../kernel/http/principal.ts';
import { linkToPreview, readPreview } from './product-preview.ts';
import { createSheet, readSheet, renderSheet, saveProductOffers, saveSheet } from './product-sheets.ts';
import { readShelfPage, switchShelf } from './seller-shelf.ts';
import type { ShelfFilter } from './shelf-store.ts';
import { findView, readViews, removeView } from './shelf-view-store.ts';
import { keepView } from './shelf-views.ts';

type ShelfOperation =
  | 'listSellerShelf'
  | 'switchSellerShelf'
  | 'listShelfViews'
  | 'keepShelfView'
  | 'deleteShelfView'
  | 'getProductSheet'
  | 'createProductSheet'
  | 'saveProductSheet'
  | 'saveProductOffers'
  | 'linkToPreview'
  | 'getProductPreview';

/** Operations on a seller's whole products, as its console lists and saves them. */
export function shelfHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'secrets' | 'clock'>,
): Pick<Handlers, ShelfOperation> {
  const { database } = deps;
  const cursors = new Cursors(deps.secrets);

  async function answer(sellerId: string, productId: string) {
    const sheet = await readSheet(database, sellerId, productId);
    return { body: renderSheet(sellerId, sheet), etag: sheet.whole.product.version };
  }

  return {
    listSellerShelf: async ({ caller, query, locale }) => {
      const sellerId = ownSellerId(caller);
      const { limit = DEFAULT_LIMIT, sort = 'newest' } = query;
      const { q = null, categoryId = null, state = null } = query;
      const { maker = null, lacks = null, stock = null } = query;
      const filter: ShelfFilter = { q, categoryId, state, maker, lacks, stock };
      const scope = `shelf:${sellerId}:${sort}:${locale}:${JSON.stringify(filter)}`;
      const [key, id] = cursors.decode(scope, query.cursor) ?? [];
      const after = key === undefined || id === undefined ? null : { key: String(key), id: String(id) };
      const found = await readShelfPage(database, {
        ...{ sellerId, filter, sort, locale, after, count: limit + 1 },
      });
      const body = cursors.page(
        scope,
        found,
        limit,
        ({ row }) => [row.sortKey, row.id],
        ({ shown }) => shown,
      );
      return { status: 200, body };
    },

    switchSellerShelf: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const items = await switchShelf(trx, sellerId, body);
          return { status: 200, reference: { items: JSON.stringify(items) } };
        }),
      );
      return { status: 200, body: { items: JSON.parse(reference.items ?? '[]') }, replayed };
    },

    listShelfViews: async ({ caller }) => ({
      status: 200,
      body: { data: await readViews(database, ownSellerId(caller)) },
    }),

    keepShelfView: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => ({
          status: 200,
          reference: { id: await keepView(trx, deps, sellerId, body) },
        })),
      );
      const view = await findView(database, { sellerId, id: reference.id ?? '' });
      // A colleague has deleted it meanwhile.
      if (view === null) throw new WaslError('common.NOT_FOUND');
      return { status: 200, body: view, replayed };
    },

    deleteShelfView: async ({ caller, params }) => {
      const gone = await removeView(database, { sellerId: ownSellerId(caller), id: params.id });
      if (!gone) throw new WaslError('common.NOT_FOUND');
      return { status: 204 };
    },

    getProductSheet: async ({ caller, params }) => ({
      status: 200,
      ...(await answer(ownSellerId(caller), params.id)),
    }),

    createProductSheet: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const { reference, replayed } = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          const productId = await createSheet(trx, deps, sellerId, body);
          return { status: 201, reference: { productId } };
        }),
      );
      return { status: 201, ...(await answer(sellerId, reference.productId ?? '')), replayed };
    },

    saveProductSheet: async ({ caller, params, body, ifMatch }) => {
      const sellerId = ownSellerId(caller);
      const edit = { sellerId, productId: params.id, ifMatch };
      await inTransaction(database, (trx) => saveSheet(trx, deps, edit, body));
      return { status: 200, ...(await answer(sellerId, params.id)) };
    },

    linkToPreview: async ({ caller, params }) => {
      const named = { sellerId: ownSellerId(caller), productId: params.id };
      return { status: 200, body: await linkToPreview(deps, deps.clock.now(), named) };
    },

    getProductPreview: async ({ query, locale }) => ({
      status: 200,
      body: await readPreview(deps, deps.clock.now(), query.key, locale),
    }),

    saveProductOffers: async ({ caller, params, body }) => {
      const sellerId = ownSellerId(caller);
      const edit = { sellerId, productId: params.id };
      await inTransaction(database, (trx) => saveProductOffers(trx, deps, edit, body));
      return { status: 200, ...(await answer(sellerId, params.id)) };
    },
  };
}
