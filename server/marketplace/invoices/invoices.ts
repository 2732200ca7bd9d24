import { invoiceHandlers } from './invoice-handlers.ts';
import { sellerInvoiceHandlers } from './seller-invoice-handlers.ts';

export { type InvoicePool, openInvoicePool } from './invoice-pool.ts';
export { invoiceData } from './personal-data-store.ts';

type HandlerDependencies = Parameters<typeof invoiceHandlers>[0] &
  Parameters<typeof sellerInvoiceHandlers>[0];

/** Numbered invoices: of an order for its buyer, as JSON, page or PDF, and of a group for its seller. */
export const invoicesSlice = {
  handlers: (deps: HandlerDependencies) => ({ ...invoiceHandlers(deps), ...sellerInvoiceHandlers(deps) }),
};
