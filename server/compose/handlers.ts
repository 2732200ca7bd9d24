import type { Locations } from '../../realtime/locations.ts';
import { accountAdminHandlers } from '../accounts/account-admin-handlers.ts';
import { accountHandlers } from '../accounts/account-handlers.ts';
import { alertHandlers } from '../dispatch/alerts/alert-handlers.ts';
import { handAssignmentHandlers } from '../dispatch/assignment/hand-assignment-handlers.ts';
import { boardHandlers } from '../dispatch/board/board-handlers.ts';
import { cashHandlers } from '../dispatch/cash/cash-handlers.ts';
import { ledgerHandlers } from '../dispatch/cash/ledger-handlers.ts';
import { dispatchDriverHandlers } from '../dispatch/drivers/dispatch-driver-handlers.ts';
import { driverHandlers } from '../dispatch/drivers/driver-handlers.ts';
import { historyHandlers } from '../dispatch/history/history-handlers.ts';
import { overviewHandlers } from '../dispatch/overview/overview-handlers.ts';
import { planHandlers } from '../dispatch/planning/plan-handlers.ts';
import { routeHandlers } from '../dispatch/routes/route-handlers.ts';
import { shiftHandlers } from '../dispatch/shifts/shift-handlers.ts';
import { dispatchExceptionHandlers } from '../dispatch/tasks/dispatch-exception-handlers.ts';
import { dispatchTaskHandlers } from '../dispatch/tasks/dispatch-task-handlers.ts';
import { driverTaskHandlers } from '../dispatch/tasks/driver-task-handlers.ts';
import { travelHandlers } from '../dispatch/travel/travel-handlers.ts';
import { zoneHandlers } from '../dispatch/zones/zone-handlers.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { settingsHandlers } from '../kernel/settings/settings-handlers.ts';
import { cartHandlers } from '../marketplace/cart/cart-handlers.ts';
import { mergeGuestCart } from '../marketplace/cart/merge-cart.ts';
import { catalogueHandlers } from '../marketplace/catalogue/catalogue-handlers.ts';
import { categoryAdminHandlers } from '../marketplace/catalogue/category-admin-handlers.ts';
import { productPartHandlers } from '../marketplace/catalogue/product-part-handlers.ts';
import { sellerCatalogueHandlers } from '../marketplace/catalogue/seller-catalogue-handlers.ts';
import { addressHandlers } from '../marketplace/checkout/address-handlers.ts';
import { checkoutHandlers } from '../marketplace/checkout/checkout-handlers.ts';
import { inventoryAdminHandlers } from '../marketplace/inventory/inventory-admin-handlers.ts';
import { inventoryHandlers } from '../marketplace/inventory/inventory-handlers.ts';
import { stockCountHandlers } from '../marketplace/inventory/stock-count-handlers.ts';
import { insertWarehouse } from '../marketplace/inventory/warehouses.ts';
import { invoiceHandlers } from '../marketplace/invoices/invoice-handlers.ts';
import { adminOrderHandlers } from '../marketplace/orders/admin-order-handlers.ts';
import { orderHandlers } from '../marketplace/orders/order-handlers.ts';
import { sellerOrderHandlers } from '../marketplace/orders/seller-order-handlers.ts';
import { moneyHandlers } from '../marketplace/payouts/money-handlers.ts';
import { commissionHandlers } from '../marketplace/sellers/commission-handlers.ts';
import { ownShippingHandlers } from '../marketplace/sellers/own-shipping-handlers.ts';
import { sellerAdminHandlers } from '../marketplace/sellers/seller-admin-handlers.ts';
import { sellersHandlers } from '../marketplace/sellers/sellers-handlers.ts';
import { type LeaveSellerRoom, staffHandlers } from '../marketplace/sellers/staff-handlers.ts';
import { notificationHandlers } from '../notifications/notification-handlers.ts';
import { sentNotificationHandlers } from '../notifications/sent-notification-handlers.ts';
import type { Actors } from './compose-actors.ts';

/**
 * Every operation of the contract with its handler; one that is missing does not compile. Without `locations`,
 * what drivers report is noted and nothing else; without `leaveSellerRoom` live connections find out by themselves.
 */
export function composeHandlers(
  deps: Actors['deps'],
  locations: Pick<Locations, 'report'> = deps.presence,
  leaveSellerRoom: LeaveSellerRoom = () => undefined,
): Handlers {
  return {
    ...accountHandlers(deps, { mergeGuestCart }),
    ...notificationHandlers(deps),
    ...catalogueHandlers(deps),
    ...cartHandlers(deps),
    ...addressHandlers(deps),
    ...checkoutHandlers(deps),
    ...orderHandlers(deps),
    ...invoiceHandlers(deps),
    ...sellersHandlers({ ...deps, insertWarehouse }),
    ...ownShippingHandlers(deps),
    ...staffHandlers(deps, leaveSellerRoom),
    ...moneyHandlers(deps),
    ...sellerCatalogueHandlers(deps),
    ...productPartHandlers(deps),
    ...categoryAdminHandlers(deps),
    ...inventoryHandlers(deps),
    ...stockCountHandlers(deps),
    ...sellerOrderHandlers(deps),
    ...driverHandlers({ ...deps, locations }),
    ...driverTaskHandlers(deps),
    ...dispatchTaskHandlers(deps),
    ...boardHandlers(deps),
    ...overviewHandlers(deps),
    ...handAssignmentHandlers(deps),
    ...dispatchExceptionHandlers(deps),
    ...dispatchDriverHandlers(deps),
    ...zoneHandlers(deps),
    ...routeHandlers(deps),
    ...historyHandlers(deps),
    ...shiftHandlers(deps),
    ...travelHandlers(deps),
    ...planHandlers(deps),
    ...cashHandlers(deps),
    ...alertHandlers(deps),
    ...accountAdminHandlers(deps),
    ...sellerAdminHandlers(deps),
    ...commissionHandlers(deps),
    ...inventoryAdminHandlers(deps),
    ...sentNotificationHandlers(deps),
    ...adminOrderHandlers(deps),
    ...settingsHandlers(deps),
    ...ledgerHandlers(deps),
  };
}
