import type { components } from '../../kernel/http/api-types.ts';
import type { BilingualDocument, TextStyle } from '../../kernel/print/bilingual-document.ts';
import { type Bilingual, drawRow } from '../../kernel/print/bilingual-rows.ts';
import { COLUMNS, deliveryName, money } from './invoice-texts.ts';

type Schemas = components['schemas'];

/** Points, of the columns after the item, which takes the rest: quantity, unit price, tax, total. */
const COLUMN_WIDTHS = [45, 90, 55, 95] as const;

export function drawHeading(document: BilingualDocument, style: TextStyle): void {
  const { item, quantity, unitPrice, tax, lineTotal } = COLUMNS;
  drawInvoiceRow(document, item, [quantity, unitPrice, tax, lineTotal], style);
}

export function drawLines(
  document: BilingualDocument,
  lines: readonly Schemas['InvoiceLine'][],
  style: TextStyle,
): void {
  for (const { name, quantity, unitPrice, taxRate, lineTotal } of lines)
    drawInvoiceRow(
      document,
      name,
      [`${quantity}`, money(unitPrice), `${taxRate} %`, money(lineTotal)],
      style,
    );
}

export function drawDelivery(
  document: BilingualDocument,
  shipping: Schemas['InvoicedShipping'],
  style: TextStyle,
): void {
  const price = money(shipping.price);
  drawInvoiceRow(document, deliveryName(shipping), ['1', price, '', price], style);
}

/** A row of an invoice's table. @param numbers Below the four columns after the item. */
export function drawInvoiceRow(
  document: BilingualDocument,
  item: Bilingual,
  numbers: readonly (string | Bilingual)[],
  style: TextStyle,
): void {
  drawRow(document, item, numbers, style, COLUMN_WIDTHS);
}
