import type { components } from '../../kernel/http/api-types.ts';
import { qar } from '../../kernel/http/qar.ts';
import type { OrderLine } from '../orders/orders.ts';

/** A line as shown on every invoice. */
export function renderLine(line: OrderLine): components['schemas']['InvoiceLine'] {
  return {
    sku: line.sku,
    name: { en: line.nameEn, ar: line.nameAr },
    quantity: line.quantity,
    unitPrice: qar(line.unitPrice),
    lineTotal: qar(line.lineTotal),
    taxRate: line.taxRate,
    taxAmount: qar(line.taxAmount),
  };
}
