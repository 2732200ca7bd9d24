import type { ServiceArea } from '../../../actors/geo/service-area.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { recordAudit } from '../../kernel/audit/audit.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { Cursors } from '../../kernel/http/page.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { readSeller } from '../sellers/sellers.ts';
import { auditedChange } from './audited-warehouse.ts';
import { countStock } from './count-stock.ts';
import { stockPage, warehousePage } from './inventory-pages.ts';
import { renderStock } from './render-stock.ts';
import { renderWarehouse } from './render-warehouse.ts';
import { readStockLevel } from './stock-store.ts';
import { editWarehouse, readWarehouse } from './warehouses.ts';

type InventoryAdminOperation =
  | 'listWarehousesAsAdmin'
  | 'getWarehouseAsAdmin'
  | 'updateWarehouseAsAdmin'
  | 'listStockAsAdmin'
  | 'getStockAsAdmin'
  | 'setStockAsAdmin';

/** Operations on every seller's inventory, for administrators; imported sellers have no staff of their own. */
export function inventoryAdminHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock' | 'secrets'> & { serviceArea: ServiceArea },
): Pick<Handlers, InventoryAdminOperation> {
  const { database, serviceArea } = deps;
  const cursors = new Cursors(deps.secrets);

  return {
    listWarehousesAsAdmin: async ({ params, query }) => {
      await readSeller(database, params.id, deps.clock.now());
      return { status: 200, body: await warehousePage(database, cursors, params.id, query) };
    },

    getWarehouseAsAdmin: async ({ params }) => {
      const warehouse = renderWarehouse(await readWarehouse(database, params.id));
      return { status: 200, body: warehouse, etag: warehouse.version };
    },

    listStockAsAdmin: async ({ params, query }) => {
      await readSeller(database, params.id, deps.clock.now());
      return { status: 200, body: await stockPage(database, cursors, params.id, query) };
    },

    getStockAsAdmin: async ({ params }) => {
      const level = renderStock(await readStockLevel(database, params.offerId, params.warehouseId));
      return { status: 200, body: level, etag: level.version };
    },

    updateWarehouseAsAdmin: async ({ caller, params, body, ifMatch, requestId, ip }) => {
      await inTransaction(database, async (trx) => {
        const edit = { id: params.id, sellerId: null, ifMatch, change: body };
        const before = await editWarehouse(trx, serviceArea, edit);
        await recordAudit(trx, {
          by: caller,
          action: 'updateWarehouseAsAdmin',
          subjectType: 'WAREHOUSE',
          subjectId: params.id,
          ...{ requestId, ip },
          ...auditedChange(before, body),
        });
      });
      const warehouse = renderWarehouse(await readWarehouse(database, params.id));
      return { status: 200, body: warehouse, etag: warehouse.version };
    },

    setStockAsAdmin: async ({ caller, params, body, ifMatch, requestId, ip }) => {
      const { accountId } = signedIn(caller);
      const reason = body.reason ?? null;
      await inTransaction(database, async (trx) => {
        const count = { ...params, onHand: body.onHand, reason, ifMatch, accountId };
        const { onHandBefore, lost } = await countStock(trx, deps, count, null);
        await recordAudit(trx, {
          by: caller,
          action: 'setStockAsAdmin',
          subjectType: 'STOCK',
          subjectId: `${params.offerId}/${params.warehouseId}`,
          ...{ requestId, ip, reason },
          before: { onHand: onHandBefore },
          after: { onHand: body.onHand },
          data: { reservationsLost: lost },
        });
      });
      const level = renderStock(await readStockLevel(database, params.offerId, params.warehouseId));
      return { status: 200, body: level, etag: level.version };
    },
  };
}
