import type { ServiceArea } from '../../actors/geo/service-area.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Handlers } from '../http/operation.ts';
import { signedIn } from '../http/principal.ts';
import { countStock } from '../inventory/count-stock.ts';
import { renderStock } from '../inventory/render-stock.ts';
import { renderWarehouse } from '../inventory/render-warehouse.ts';
import { readStockLevel } from '../inventory/stock-store.ts';
import { editWarehouse, readWarehouse } from '../inventory/warehouses.ts';
import { recordAudit } from './audit.ts';

/** Every seller's inventory, for administrators: imported sellers have nobody else. */
export function inventoryAdminHandlers(
  deps: Pick<Dependencies, 'database' | 'ids' | 'clock'> & { serviceArea: ServiceArea },
): Pick<Handlers, 'updateWarehouseAsAdmin' | 'setStockAsAdmin'> {
  const { database, serviceArea } = deps;

  return {
    updateWarehouseAsAdmin: async ({ caller, params, body, ifMatch, requestId }) => {
      await inTransaction(database, async (trx) => {
        const edit = { id: params.id, sellerId: null, ifMatch, change: body };
        const before = await editWarehouse(trx, serviceArea, edit);
        await recordAudit(trx, {
          by: caller,
          action: 'updateWarehouseAsAdmin',
          subjectType: 'WAREHOUSE',
          subjectId: params.id,
          requestId,
          data: { change: body as JsonObject, versionBefore: before.version },
        });
      });
      const warehouse = renderWarehouse(await readWarehouse(database, params.id));
      return { status: 200, body: warehouse, etag: warehouse.version };
    },

    setStockAsAdmin: async ({ caller, params, body, ifMatch, requestId }) => {
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
          requestId,
          reason,
          data: { onHandBefore, onHand: body.onHand, reservationsLost: lost },
        });
      });
      const level = renderStock(await readStockLevel(database, params.offerId, params.warehouseId));
      return { status: 200, body: level, etag: level.version };
    },
  };
}
