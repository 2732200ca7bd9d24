import { add, ZERO } from '../../../actors/money/money.ts';
import { TAX_RATE } from '../../../actors/money/tax-rate.ts';
import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../kernel/collections/group-by.ts';
import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import { CLOSED_ACCOUNT } from '../../kernel/personal-data/word-pattern.ts';
import { linesOfOrder, type Order, type OrderLine } from '../orders/orders.ts';
import { type InvoicedGroup, invoicedGroups, keptBuyer } from './invoice-store.ts';
import { TITLE_TEXT } from './invoice-texts.ts';
import { issueInvoice } from './issue-invoice.ts';
import { renderLine } from './render-line.ts';

type Schemas = components['schemas'];
type Invoice = Schemas['Invoice'];
type InvoiceGroup = Schemas['InvoiceGroup'];

/** The invoice of an order, numbered first if necessary. Throws order.INVALID_STATE; see issueInvoice. */
export async function readInvoice(
  deps: { database: Database; clock: Clock },
  order: Order,
): Promise<Invoice> {
  const { database, clock } = deps;
  const { number, issuedAt } = await issueInvoice(database, clock, order);
  const rows = await invoicedGroups(database, order.id);
  const lines = groupBy(await linesOfOrder(database, order.id), (line) => line.groupId);
  const charged = rows.filter((row) => row.charged);
  const chargedLines = charged.flatMap((row) => lines.get(row.id) ?? []);
  const shipping = add(...charged.map((row) => row.shipping_total));
  const taxes = taxesOf(chargedLines, shipping);
  return {
    number,
    title: TITLE_TEXT,
    orderId: order.id,
    orderNumber: order.number,
    issuedAt: issuedAt.toISOString(),
    placedAt: order.placedAt.toISOString(),
    address: await buyerOf(database, order),
    groups: rows.map((row) => renderGroup(row, lines.get(row.id) ?? [])),
    taxes,
    totals: {
      goods: qar(add(...charged.map((row) => row.goods_total))),
      shipping: qar(shipping),
      tax: qar(add(...taxes.map((tax) => tax.amount.amount))),
      total: qar(add(...charged.map((row) => row.cash_due))),
    },
    paymentMethod: order.paymentMethod,
  };
}

function renderGroup(row: InvoicedGroup, lines: readonly OrderLine[]): InvoiceGroup {
  return {
    groupId: row.id,
    sellerLegalName: row.legal_name,
    sellerName: { en: row.display_name_en, ar: row.display_name_ar },
    charged: row.charged,
    lines: lines.map(renderLine),
    shipping: { name: { en: row.method_name_en, ar: row.method_name_ar }, price: qar(row.shipping_total) },
    total: qar(row.cash_due),
  };
}

/** Taxes by rate. Shipping is taxed at the current rate; there has only ever been one. */
function taxesOf(lines: readonly OrderLine[], shipping: string): Invoice['taxes'] {
  const parts = [
    ...lines.map(({ taxRate, lineTotal, taxAmount }) => ({
      rate: taxRate,
      taxable: lineTotal,
      amount: taxAmount,
    })),
    { rate: TAX_RATE, taxable: shipping, amount: ZERO },
  ];
  return [...groupBy(parts, (part) => part.rate)].map(([rate, same]) => ({
    rate,
    taxable: qar(add(...same.map((part) => part.taxable))),
    amount: qar(add(...same.map((part) => part.amount))),
  }));
}

/** The buyer shown on the invoice: the order of a closed account no longer has the name. */
async function buyerOf(database: Database, { id, address }: Order): Promise<Order['address']> {
  if (address.contactName !== CLOSED_ACCOUNT) return address;
  return (await keptBuyer(database, id)) ?? address;
}
