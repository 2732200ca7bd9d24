import type { Locations } from '../realtime/locations.ts';
import { accountHandlers } from './accounts/account-handlers.ts';
import { accountAdminHandlers } from './admin/account-admin-handlers.ts';
import { commissionHandlers } from './admin/commission-handlers.ts';
import { inventoryAdminHandlers } from './admin/inventory-admin-handlers.ts';
import { ledgerHandlers } from './admin/ledger-handlers.ts';
import { sellerAdminHandlers } from './admin/seller-admin-handlers.ts';
import { settingsHandlers } from './admin/settings-handlers.ts';
import { alertHandlers } from './alerts/alert-handlers.ts';
import { boardHandlers } from './board/board-handlers.ts';
import { cartHandlers } from './cart/cart-handlers.ts';
import { mergeGuestCart } from './cart/merge-cart.ts';
import { cashHandlers } from './cash/cash-handlers.ts';
import { catalogueHandlers } from './catalogue/catalogue-handlers.ts';
import { categoryAdminHandlers } from './catalogue/category-admin-handlers.ts';
import { productPartHandlers } from './catalogue/product-part-handlers.ts';
import { sellerCatalogueHandlers } from './catalogue/seller-catalogue-handlers.ts';
import { addressHandlers } from './checkout/address-handlers.ts';
import { checkoutHandlers } from './checkout/checkout-handlers.ts';
import type { Actors } from './compose-actors.ts';
import { dispatchDriverHandlers } from './delivery/dispatch-driver-handlers.ts';
import { dispatchExceptionHandlers } from './delivery/dispatch-exception-handlers.ts';
import { dispatchTaskHandlers } from './delivery/dispatch-task-handlers.ts';
import { driverHandlers } from './delivery/driver-handlers.ts';
import { driverTaskHandlers } from './delivery/driver-task-handlers.ts';
import { handAssignmentHandlers } from './delivery/hand-assignment-handlers.ts';
import { routeHandlers } from './delivery/route-handlers.ts';
import { zoneHandlers } from './delivery/zone-handlers.ts';
import { historyHandlers } from './history/history-handlers.ts';
import type { Handlers } from './http/operation.ts';
import { inventoryHandlers } from './inventory/inventory-handlers.ts';
import { stockCountHandlers } from './inventory/stock-count-handlers.ts';
import { insertWarehouse } from './inventory/warehouses.ts';
import { notificationHandlers } from './notifications/notification-handlers.ts';
import { sentNotificationHandlers } from './notifications/sent-notification-handlers.ts';
import { adminOrderHandlers } from './orders/admin-order-handlers.ts';
import { invoiceHandlers } from './orders/invoice/invoice-handlers.ts';
import { orderHandlers } from './orders/order-handlers.ts';
import { sellerOrderHandlers } from './orders/seller-order-handlers.ts';
import { overviewHandlers } from './overview/overview-handlers.ts';
import { planHandlers } from './planning/plan-handlers.ts';
import { moneyHandlers } from './sellers/money-handlers.ts';
import { ownShippingHandlers } from './sellers/own-shipping-handlers.ts';
import { sellersHandlers } from './sellers/sellers-handlers.ts';
import { type LeaveSellerRoom, staffHandlers } from './sellers/staff-handlers.ts';
import { shiftHandlers } from './shifts/shift-handlers.ts';
import { travelHandlers } from './travel/travel-handlers.ts';

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
