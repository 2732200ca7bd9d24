import { qatarDayAndClock } from '../../kernel/calendar/qatar-time.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Fact } from '../../kernel/print/bilingual-rows.ts';

type Schemas = components['schemas'];
type Invoice = Schemas['Invoice'];
type Bilingual = Schemas['LocalizedText'];

export const COLUMNS = {
  item: { en: 'Item', ar: 'الصنف' },
  quantity: { en: 'Qty', ar: 'الكمية' },
  unitPrice: { en: 'Unit price', ar: 'سعر الوحدة' },
  tax: { en: 'Tax', ar: 'الضريبة' },
  lineTotal: { en: 'Total', ar: 'المجموع' },
} as const satisfies Record<string, Bilingual>;

export const TITLE_TEXT: Bilingual = { en: 'Invoice', ar: 'فاتورة' };
export const SOLD_BY: Bilingual = { en: 'Sold by', ar: 'البائع' };
export const NOT_CHARGED: Bilingual = { en: 'Cancelled, not charged', ar: 'ملغى، غير محتسب' };
export const SELLER_TOTAL: Bilingual = { en: 'Seller total', ar: 'مجموع البائع' };
/** Footnote in a file whose typeface lacks letters of a name. */
export const OMISSIONS: Bilingual = {
  en: '[?]: letters that this file cannot show. The invoice as a page (text/html) shows them.',
  ar: '[?]: أحرف لا يمكن عرضها في هذا الملف، وتظهر في صفحة الفاتورة (text/html).',
};

/** The same footnote in a seller's file; the seller reads the page in the console. */
export const SELLER_OMISSIONS: Bilingual = {
  en: '[?]: letters that this file cannot show. The invoice printed from the console shows them.',
  ar: '[?]: أحرف لا يمكن عرضها في هذا الملف، وتظهر في الفاتورة المطبوعة من لوحة البائع.',
};

/** The facts above the lines. */
export function headFacts(invoice: Invoice): Fact[] {
  const { address } = invoice;
  return [
    ...numbersAndDays(invoice),
    fact('Buyer', 'المشتري', address.contactName),
    fact('Phone', 'الهاتف', address.phone),
    fact('Zone / street / building', 'المنطقة / الشارع / المبنى', plate(address)),
    ...within(address),
    fact('Payment', 'طريقة الدفع', 'Cash on delivery · الدفع عند الاستلام'),
  ];
}

/** The facts above the lines of a seller's invoice. */
export function sellerHeadFacts(invoice: Schemas['SellerInvoice']): Fact[] {
  const { sellerLegalName, sellerName, sellerAddress, buyerName } = invoice;
  const { unit } = sellerAddress;
  return [
    ...numbersAndDays(invoice),
    fact('Seller', 'البائع', `${sellerLegalName} · ${sellerName.ar}`),
    fact('Zone / street / building', 'المنطقة / الشارع / المبنى', plate(sellerAddress)),
    ...(unit === null ? [] : [fact('Unit', 'الوحدة', unit)]),
    fact('Buyer', 'المشتري', buyerName),
  ];
}

/** The facts below the lines of a seller's invoice, what is due at the door last. */
export function sellerTotalFacts({ totals, cashDue, charged }: Schemas['SellerInvoice']): Fact[] {
  return [
    fact('Goods', 'البضائع', money(totals.goods)),
    fact('Delivery', 'التوصيل', money(totals.shipping)),
    fact('Tax, included', 'الضريبة، مشمولة', money(totals.tax)),
    fact('Total', 'الإجمالي', money(totals.total)),
    ...(charged ? [fact('Cash at the door', 'الدفع نقدًا عند الباب', money(cashDue))] : []),
  ];
}

/** The facts below the lines, the amount due last. */
export function totalFacts({ totals, taxes }: Invoice): Fact[] {
  return [
    fact('Goods', 'البضائع', money(totals.goods)),
    fact('Delivery', 'التوصيل', money(totals.shipping)),
    ...taxes.map(({ rate, taxable, amount }) =>
      fact(
        `Tax ${rate} % on ${money(taxable)}, included`,
        `ضريبة ${rate} % على ${taxable.amount} ر.ق، مشمولة`,
        money(amount),
      ),
    ),
    fact('Total', 'الإجمالي', money(totals.total)),
  ];
}

/** Name of a seller's delivery line: the method's name alone, e.g. "Standard", would not be clear. */
export function deliveryName({ name }: Schemas['InvoicedShipping']): Bilingual {
  return { en: `Delivery: ${name.en}`, ar: `التوصيل: ${name.ar}` };
}

export function money({ amount, currency }: Schemas['Money']): string {
  return `${amount} ${currency}`;
}

function numbersAndDays(invoice: Pick<Invoice, 'number' | 'issuedAt' | 'orderNumber' | 'placedAt'>): Fact[] {
  const { number, issuedAt, orderNumber, placedAt } = invoice;
  return [
    fact('Invoice number', 'رقم الفاتورة', number),
    fact('Issued', 'تاريخ الإصدار', qatarDayAndClock(new Date(issuedAt))),
    fact('Order number', 'رقم الطلب', orderNumber),
    fact('Ordered', 'تاريخ الطلب', qatarDayAndClock(new Date(placedAt))),
  ];
}

function plate(address: Schemas['SellerInvoice']['sellerAddress'] | Schemas['AddressSnapshot']): string {
  const { zoneNumber, streetNumber, buildingNumber } = address;
  return `${zoneNumber} / ${streetNumber} / ${buildingNumber}`;
}

/** Floor and unit, if given. */
function within({ unit, floor }: Schemas['AddressSnapshot']): Fact[] {
  if (unit === null && floor === null) return [];
  return [fact('Unit / floor', 'الوحدة / الطابق', `${unit ?? '–'} / ${floor ?? '–'}`)];
}

function fact(en: string, ar: string, value: string): Fact {
  return { label: { en, ar }, value };
}
