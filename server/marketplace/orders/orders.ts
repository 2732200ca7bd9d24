import { adminOrderHandlers } from './admin-order-handlers.ts';
import { orderBoardHandlers } from './order-board-handlers.ts';
import { orderHandlers } from './order-handlers.ts';
import { sellerOrderHandlers } from './seller-order-handlers.ts';

export { RESTOCK_TIMEOUT_MS } from './cancel-order.ts';
export { damagedUnits } from './damaged-units.ts';
export { sealTypedCode } from './delivery-code.ts';
export type { GroupView } from './group-views.ts';
export { orderFacts } from './order-facts.ts';
export type { HistoryRow } from './order-group-store.ts';
export { linesOfGroups, linesOfOrder, type OrderLine } from './order-line-store.ts';
export { type AddressSnapshot, findOrder, holdOrderStatus, type Order } from './order-store.ts';
export { orderData } from './personal-data-store.ts';
export { readOrder } from './read-order.ts';
export { renderOrder } from './render-order.ts';
export { unfinishedOfSeller } from './unfinished-store.ts';

type HandlerDependencies = Parameters<typeof orderHandlers>[0] &
  Parameters<typeof sellerOrderHandlers>[0] &
  Parameters<typeof adminOrderHandlers>[0];

/**
 * Placed orders and their groups, for buyers, sellers and administrators. The order actor decides what happens to them.
 */
export const ordersSlice = {
  handlers: (deps: HandlerDependencies) => ({
    ...orderHandlers(deps),
    ...sellerOrderHandlers(deps),
    ...orderBoardHandlers(deps),
    ...adminOrderHandlers(deps),
  }),
};
