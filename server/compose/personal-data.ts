import { accountData } from '../accounts/accounts.ts';
import { alertData } from '../dispatch/alerts/alerts.ts';
import { driverData } from '../dispatch/drivers/drivers.ts';
import { planData } from '../dispatch/planning/planning.ts';
import { shiftData } from '../dispatch/shifts/shifts.ts';
import { taskData } from '../dispatch/tasks/tasks.ts';
import { actorData } from '../kernel/actors/personal-data.ts';
import { auditData } from '../kernel/audit/personal-data-store.ts';
import { requestData } from '../kernel/http/personal-data-store.ts';
import type { PersonalData } from '../kernel/personal-data/personal-data.ts';
import { cartData } from '../marketplace/cart/cart.ts';
import { checkoutData } from '../marketplace/checkout/checkout.ts';
import { inventoryData } from '../marketplace/inventory/inventory.ts';
import { invoiceData } from '../marketplace/invoices/invoices.ts';
import { orderData } from '../marketplace/orders/orders.ts';
import { sellerData } from '../marketplace/sellers/sellers.ts';
import { notificationData } from '../notifications/notifications.ts';

/**
 * All owners of personal data, in the order used to close an account: first what requests lock first, so that lock
 * orders agree; invoices copy the buyer before orders erase theirs; what live actors write comes last.
 */
export function allPersonalData(deps: Parameters<typeof checkoutData>[0]): PersonalData[] {
  return [
    checkoutData(deps),
    cartData,
    accountData,
    orderData,
    notificationData,
    sellerData,
    inventoryData,
    invoiceData,
    taskData,
    planData,
    alertData,
    auditData,
    requestData,
    shiftData(deps),
    driverData,
    actorData,
  ];
}
