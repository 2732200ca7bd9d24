import { invoiceHandlers } from './invoice-handlers.ts';

export { type InvoicePool, openInvoicePool } from './invoice-pool.ts';
export { invoiceData } from './personal-data-store.ts';

/** The numbered invoice of an order as JSON, page or PDF. */
export const invoicesSlice = { handlers: invoiceHandlers };
