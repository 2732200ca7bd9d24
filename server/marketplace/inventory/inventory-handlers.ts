import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { idempotently } from '../../kernel/http/idempotency.ts';
import type { Handlers, QueryParameters } from '../../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../../kernel/http/page.ts';
import { ownSellerId, signedIn } from '../../kernel/http/principal.ts';
import { admitWork } from '../sellers/sellers.ts';
import { countStock } from './count-stock.ts';
import { stockPage, stockRows, warehousePage } from './inventory-pages.ts';
import { MAX_ROWS } from './parse-stock-csv.ts';
import { renderMovement } from './render-movement.ts';
import { renderStock } from './render-stock.ts';
import { renderWarehouse } from './render-warehouse.ts';
import { stockCsv } from './stock-csv.ts';
import { readMovements, readStockLevel } from './stock-store.ts';
import { editWarehouse, insertWarehouse, readWarehouse } from './warehouses.ts';

type InventoryOperation =
  | 'listWarehouses'
  | 'createWarehouse'
  | 'updateWarehouse'
  | 'listSellerStock'
  | 'listStockMovements'
  | 'setSellerStock';

/**
 * Operations on a seller's warehouses and stock, for its own people. Applicants may prepare warehouses before their
 * approval.
 */
export function inventoryHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets'> & { serviceArea: ServiceArea },
): Pick<Handlers, InventoryOperation> {
  const { database, serviceArea } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listWarehouses: async ({ caller, query }) => ({
      status: 200,
      body: await warehousePage(database, cursors, ownSellerId(caller), query),
    }),

    createWarehouse: async ({ caller, body, idempotency }) => {
      const sellerId = ownSellerId(caller);
      const result = await inTransaction(database, (trx) =>
        idempotently(trx, idempotency, async () => {
          await admitWork(trx, sellerId, 'edit-warehouses');
          const warehouseId = await insertWarehouse(trx, deps, sellerId, body);
          return { status: 201, reference: { warehouseId } };
        }),
      );
      const created = renderWarehouse(await readWarehouse(database, result.reference.warehouseId ?? ''));
      return { status: 201, body: created, etag: created.version, replayed: result.replayed };
    },

    updateWarehouse: async ({ caller, params, body, ifMatch }) => {
      const sellerId = ownSellerId(caller);
      await inTransaction(database, async (trx) => {
        await admitWork(trx, sellerId, 'edit-warehouses');
        await editWarehouse(trx, serviceArea, { id: params.id, sellerId, ifMatch, change: body });
      });
      const warehouse = renderWarehouse(await readWarehouse(database, params.id));
      return { status: 200, body: warehouse, etag: warehouse.version };
    },

    listSellerStock: async ({ caller, query, preferred }) => {
      const sellerId = ownSellerId(caller);
      if (preferred(['application/json', 'text/csv']) === 'application/json') {
        return { status: 200, body: await stockPage(database, cursors, sellerId, query) };
      }
      // A page as long as an import accepts.
      const { data, page } = await stockRows(database, cursors, sellerId, { limit: MAX_ROWS, ...query });
      const headers = { 'Content-Disposition': 'attachment; filename="stock.csv"' };
      const next = page.nextCursor === null ? {} : { Link: nextLink(query, page.nextCursor) };
      const text = { type: 'text/csv', content: stockCsv(data) } as const;
      return { status: 200, text, headers: { ...headers, ...next } };
    },

    listStockMovements: async ({ caller, query }) => {
      const sellerId = ownSellerId(caller);
      const limit = query.limit ?? DEFAULT_LIMIT;
      const { offerId = null, warehouseId = null, cause = null, from = null, to = null } = query;
      const filter = { sellerId, offerId, warehouseId, cause, from, to };
      const scope = `stock-movements:${JSON.stringify(filter)}`;
      const [last] = cursors.decode(scope, query.cursor) ?? [];
      const before = last === undefined ? null : String(last);
      const found = await readMovements(database, { ...filter, before, count: limit + 1 });
      return { status: 200, body: cursors.page(scope, found, limit, (row) => [row.id], renderMovement) };
    },

    setSellerStock: async ({ caller, params, body, ifMatch }) => {
      const sellerId = ownSellerId(caller);
      const { accountId } = signedIn(caller);
      const count = { ...params, onHand: body.onHand, reason: body.reason ?? null, ifMatch, accountId };
      await inTransaction(database, async (trx) => {
        await admitWork(trx, sellerId, 'count-stock');
        await countStock(trx, deps, count, sellerId);
      });
      const level = renderStock(await readStockLevel(database, params.offerId, params.warehouseId));
      return { status: 200, body: level, etag: level.version };
    },
  };
}

/** RFC 8288 link, relative to the requested list. */
function nextLink(query: QueryParameters<'listSellerStock'>, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) parameters.set(name, String(value));
  return `<?${parameters}>; rel="next"`;
}
