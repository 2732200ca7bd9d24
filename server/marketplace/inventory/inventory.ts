import type { Consumer } from '../../../actors/runtime/relay.ts';
import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { inventoryAdminHandlers } from './inventory-admin-handlers.ts';
import { inventoryHandlers } from './inventory-handlers.ts';
import { watchLowStock } from './low-stock.ts';
import { returnStockConsumer } from './return-stock.ts';
import { stockCountHandlers } from './stock-count-handlers.ts';

export {
  type Allocation,
  allocate,
  type FreeStock,
  type Shortage,
} from './allocate.ts';
export { fileWarehouses, openStock } from './catalogue-file-store.ts';
export { countOwnLevels } from './count-stock.ts';
export { type Sale, sellHeld } from './held-stock-store.ts';
export { type LevelKey, levelKey } from './level-key.ts';
export { lockReservedOf } from './level-store.ts';
export { inventoryData } from './personal-data-store.ts';
export { renderStock } from './render-stock.ts';
export { deleteEndedReservations } from './reservation-store.ts';
export {
  heldLevels,
  heldNow,
  lockedLevels,
  movingReserved,
  releasing,
  reserving,
} from './reserve-store.ts';
export { readPresentLevels } from './stock-import-store.ts';
export { checkStock, readStock, readStockLevels, type StockRow } from './stock-store.ts';
export { warehouseFinder } from './warehouse-finder.ts';
export { readWarehouseNames } from './warehouse-store.ts';
export { insertWarehouse } from './warehouses.ts';

type HandlerDependencies = Parameters<typeof inventoryHandlers>[0] & Parameters<typeof stockCountHandlers>[0];

/** How often low offers are checked, and how many are reported per run. */
const LOW_STOCK_EVERY_MS = 10 * SECOND;
const LOW_STOCK_BATCH_SIZE = 100;

/** Warehouses, stock levels, reservations and every movement. */
export const inventorySlice = {
  handlers: (deps: HandlerDependencies) => ({
    ...inventoryHandlers(deps),
    ...stockCountHandlers(deps),
    ...inventoryAdminHandlers(deps),
  }),
  consumers: (
    deps: Parameters<typeof returnStockConsumer>[0],
  ): { 'return-stock': Consumer<'return-stock'> } => ({
    'return-stock': returnStockConsumer(deps),
  }),
  jobs: (deps: Parameters<typeof watchLowStock>[0]): ScheduledJob[] => [
    { name: 'low-stock', every: LOW_STOCK_EVERY_MS, run: () => watchLowStock(deps, LOW_STOCK_BATCH_SIZE) },
  ],
};
