import type { Locations } from '../../realtime/locations.ts';
import { accountsSlice, type DisconnectAccount } from '../accounts/accounts.ts';
import { appsSlice } from '../apps/apps.ts';
import { alertsSlice } from '../dispatch/alerts/alerts.ts';
import { assignmentSlice } from '../dispatch/assignment/assignment.ts';
import { boardSlice } from '../dispatch/board/board.ts';
import { cashSlice } from '../dispatch/cash/cash.ts';
import { driversSlice } from '../dispatch/drivers/drivers.ts';
import { historySlice } from '../dispatch/history/history.ts';
import { overviewSlice } from '../dispatch/overview/overview.ts';
import { planningSlice } from '../dispatch/planning/planning.ts';
import { routesSlice } from '../dispatch/routes/routes.ts';
import { shiftsSlice } from '../dispatch/shifts/shifts.ts';
import { tasksSlice } from '../dispatch/tasks/tasks.ts';
import { travelSlice } from '../dispatch/travel/travel.ts';
import { zonesSlice } from '../dispatch/zones/zones.ts';
import { keysSlice } from '../integrations/keys/keys.ts';
import { webhooksSlice } from '../integrations/webhooks/webhooks.ts';
import { auditHandlers } from '../kernel/audit/audit-handlers.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { settingsHandlers } from '../kernel/settings/settings-handlers.ts';
import { cartSlice, mergeGuestCart } from '../marketplace/cart/cart.ts';
import { catalogueSlice } from '../marketplace/catalogue/catalogue.ts';
import { checkoutSlice } from '../marketplace/checkout/checkout.ts';
import { insertWarehouse, inventorySlice } from '../marketplace/inventory/inventory.ts';
import { invoicesSlice } from '../marketplace/invoices/invoices.ts';
import { offerGridSlice } from '../marketplace/offer-grid/offer-grid.ts';
import { ordersSlice } from '../marketplace/orders/orders.ts';
import { payoutsSlice } from '../marketplace/payouts/payouts.ts';
import { sellerImportsSlice } from '../marketplace/seller-imports/seller-imports.ts';
import { type LeaveSellerRoom, sellersSlice } from '../marketplace/sellers/sellers.ts';
import { notificationsSlice } from '../notifications/notifications.ts';
import { privacySlice } from '../privacy/privacy.ts';
import type { Actors } from './compose-actors.ts';
import { allPersonalData } from './personal-data.ts';
import { SHOP_AFFAIRS } from './shop-affairs.ts';

/** What handlers may do to live connections. */
export interface LiveConnections {
  leaveSellerRoom: LeaveSellerRoom;
  disconnectAccount: DisconnectAccount;
}

const WITHOUT_SOCKETS: LiveConnections = {
  leaveSellerRoom: () => undefined,
  disconnectAccount: () => undefined,
};

/**
 * Every operation of the contract with its handler; a missing one does not compile. Without `locations`, drivers'
 * reports are only acknowledged. Without `live`, connections notice ended sessions at their next check.
 */
export function composeHandlers(
  deps: Actors['deps'],
  locations: Pick<Locations, 'report'> = deps.presence,
  { leaveSellerRoom, disconnectAccount }: LiveConnections = WITHOUT_SOCKETS,
): Handlers {
  return {
    ...settingsHandlers(deps),
    ...auditHandlers(deps),
    ...appsSlice.handlers(deps),
    ...accountsSlice.handlers(deps, { mergeGuestCart, disconnectAccount }),
    ...notificationsSlice.handlers(deps),
    ...catalogueSlice.handlers(deps),
    ...inventorySlice.handlers(deps),
    ...offerGridSlice.handlers(deps),
    ...sellerImportsSlice.handlers(deps),
    ...cartSlice.handlers(deps),
    ...checkoutSlice.handlers(deps),
    ...ordersSlice.handlers(deps),
    ...invoicesSlice.handlers(deps),
    ...sellersSlice.handlers(
      { ...deps, insertWarehouse },
      {
        ...{ leaveSellerRoom, affairs: SHOP_AFFAIRS },
      },
    ),
    ...payoutsSlice.handlers(deps),
    ...keysSlice.handlers(deps, { disconnectKey: disconnectAccount }),
    ...zonesSlice.handlers(deps),
    ...driversSlice.handlers({ ...deps, locations }),
    ...tasksSlice.handlers(deps),
    ...assignmentSlice.handlers(deps),
    ...routesSlice.handlers(deps),
    ...planningSlice.handlers(deps),
    ...travelSlice.handlers(deps),
    ...shiftsSlice.handlers(deps),
    ...cashSlice.handlers(deps),
    ...alertsSlice.handlers(deps),
    ...boardSlice.handlers(deps),
    ...overviewSlice.handlers(deps),
    ...historySlice.handlers(deps),
    ...webhooksSlice.handlers(deps),
    ...privacySlice.handlers(deps, { parts: allPersonalData(deps), disconnectAccount }),
  };
}
