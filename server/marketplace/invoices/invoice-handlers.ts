import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Handlers } from '../../kernel/http/operation.ts';
import { signedIn } from '../../kernel/http/principal.ts';
import { findOrder } from '../orders/orders.ts';
import { INVOICE_POLICY, invoicePage } from './invoice-page.ts';
import type { InvoicePool } from './invoice-pool.ts';
import { readInvoice } from './read-invoice.ts';

/**
 * Operations: the invoice of a buyer's own order, or of any order for administrators, as JSON, page or PDF; otherwise
 * 404.
 */
export function invoiceHandlers(
  deps: Dependencies & { invoices: InvoicePool },
): Pick<Handlers, 'getInvoice'> {
  const { database } = deps;
  return {
    getInvoice: async ({ caller, params, preferred }) => {
      const { accountId, roles } = signedIn(caller);
      // Administrators also read invoices of buyers whose account is closed.
      const order = await findOrder(database, params.id, roles.has('ADMIN') ? null : accountId);
      const invoice = await readInvoice(deps, order);
      const type = preferred(['application/json', 'text/html', 'application/pdf']);
      if (type === 'application/json') return { status: 200, body: invoice, headers: { Vary: 'Accept' } };
      if (type === 'text/html') {
        const headers = { 'Content-Security-Policy': INVOICE_POLICY };
        return { status: 200, text: { type, content: invoicePage(invoice) }, headers };
      }
      const headers = { 'Content-Disposition': `attachment; filename="${invoice.number}.pdf"` };
      const content = Buffer.from(await deps.invoices.runFor(accountId, invoice));
      return { status: 200, text: { type, content }, headers };
    },
  };
}
