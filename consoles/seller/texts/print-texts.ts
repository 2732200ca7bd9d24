import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** What surrounds the papers on the screen. */
export const printTexts = defineTexts({
  'print.title': { en: 'Print', ar: 'طباعة' },
  'print.what': { en: 'What to print', ar: 'ما الذي يُطبع' },
  'print.slips': { en: 'Packing slips', ar: 'قوائم التعبئة' },
  'print.labels': { en: 'Labels', ar: 'ملصقات' },
  'print.picks': { en: 'Pick list', ar: 'قائمة التجميع' },
  'print.invoices': { en: 'Invoices', ar: 'الفواتير' },
  'print.print': { en: 'Print', ar: 'طباعة' },
  'print.savePdf': { en: 'Save as PDF', ar: 'حفظ بصيغة PDF' },
  'print.back': { en: 'Back to the orders', ar: 'العودة إلى الطلبات' },
  'print.count': {
    en: '{count, plural, one {# order} other {# orders}}',
    ar: '{count, plural, zero {لا طلبات} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'print.missing': {
    en: '{count, plural, one {# order is not among your shop’s orders and is left out.} other {# orders are not among your shop’s orders and are left out.}}',
    ar: '{count, plural, zero {لم يُستبعد أي طلب.} one {طلب واحد ليس من طلبات متجرك، ولن يُطبع.} two {طلبان ليسا من طلبات متجرك، ولن يُطبعا.} few {# طلبات ليست من طلبات متجرك، ولن تُطبع.} many {# طلبًا ليست من طلبات متجرك، ولن تُطبع.} other {# طلب ليست من طلبات متجرك، ولن تُطبع.}}',
  },
  'print.refused': {
    en: '{count, plural, one {# order was cancelled before it had an invoice and is left out.} other {# orders were cancelled before they had an invoice and are left out.}}',
    ar: '{count, plural, zero {لم يُستبعد أي طلب.} one {أُلغي طلب واحد قبل إصدار فاتورته، ولن يُطبع.} two {أُلغي طلبان قبل إصدار فاتورتيهما، ولن يُطبعا.} few {أُلغيت # طلبات قبل إصدار فواتيرها، ولن تُطبع.} many {أُلغي # طلبًا قبل إصدار فواتيرها، ولن تُطبع.} other {أُلغي # طلب قبل إصدار فواتيرها، ولن تُطبع.}}',
  },
  'print.none.title': { en: 'No orders to print', ar: 'لا طلبات للطباعة' },
  'print.none.detail': {
    en: 'Select orders on the board and print them from there.',
    ar: 'حدّد الطلبات في اللوحة ثم اطبعها من هناك.',
  },
  'print.tooMany': {
    en: 'The first {count, number} orders are printed. Print the others after them.',
    ar: 'تُطبع أول {count, number} طلب. اطبع البقية بعدها.',
  },
  'print.invoicesStay': {
    en: 'An invoice gets its number when it is first shown here. It stays as it is from then on.',
    ar: 'تأخذ الفاتورة رقمها عند عرضها هنا أول مرة، ثم تبقى كما هي.',
  },
  'print.labelSize': {
    en: 'Labels are 100 × 150 mm, one to a sheet.',
    ar: 'مقاس الملصق ‎100 × 150‎ مم، ملصق في كل ورقة.',
  },
});
export const usePrintText = textHook(printTexts);

/** Texts on paper, printed in both languages: the person packing may read only one of them. */
export const PAPER_WORDS = defineTexts({
  slip: { en: 'Packing slip', ar: 'قائمة تعبئة' },
  picks: { en: 'Pick list', ar: 'قائمة تجميع' },
  order: { en: 'Order', ar: 'الطلب' },
  orders: { en: 'Orders', ar: 'الطلبات' },
  buyer: { en: 'For', ar: 'إلى' },
  placed: { en: 'Ordered', ar: 'تاريخ الطلب' },
  shipping: { en: 'Delivery', ar: 'التوصيل' },
  promised: { en: 'Deliver by', ar: 'التسليم قبل نهاية' },
  cash: { en: 'Cash at the door', ar: 'الدفع نقدًا عند الباب' },
  product: { en: 'Product', ar: 'المنتج' },
  quantity: { en: 'Quantity', ar: 'الكمية' },
  units: { en: 'Units', ar: 'القطع' },
  gather: { en: 'Bring from', ar: 'يُجلب من' },
  invoice: { en: 'Invoice', ar: 'فاتورة' },
  invoiceNumber: { en: 'Invoice number', ar: 'رقم الفاتورة' },
  issued: { en: 'Issued', ar: 'تاريخ الإصدار' },
  seller: { en: 'Seller', ar: 'البائع' },
  invoicedTo: { en: 'Buyer', ar: 'المشتري' },
  address: { en: 'Zone / street / building', ar: 'المنطقة / الشارع / المبنى' },
  addressUnit: { en: 'Zone / street / building / unit', ar: 'المنطقة / الشارع / المبنى / الوحدة' },
  price: { en: 'Unit price', ar: 'سعر الوحدة' },
  sum: { en: 'Sum', ar: 'المجموع' },
  tax: { en: 'Tax, included', ar: 'الضريبة، مشمولة' },
  total: { en: 'Total', ar: 'الإجمالي' },
  notCharged: { en: 'Cancelled, not charged', ar: 'ملغى، غير محتسب' },
  packed: { en: 'Packed by', ar: 'عبّأها' },
});
