import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Stock: what lies where, what moved it, and counting. */
export const stockTexts = defineTexts({
  'stock.title': { en: 'Stock', ar: 'المخزون' },
  'stock.pages': { en: 'Pages of this screen', ar: 'صفحات هذه الشاشة' },
  'page.levels': { en: 'Levels', ar: 'الكميات' },
  'page.count': { en: 'Count', ar: 'الجرد' },
  'page.order': { en: 'What to order', ar: 'ما يلزم طلبه' },
  'levels.none': { en: 'Nothing is in stock', ar: 'لا شيء في المخزون' },
  'levels.noneDetail': {
    en: 'Count what lies in a warehouse, or bring a file of stock.',
    ar: 'اجرد ما في المستودع، أو أحضر ملف مخزون.',
  },
  'column.warehouse': { en: 'Warehouse', ar: 'المستودع' },
  'column.onHand': { en: 'On hand', ar: 'الموجود' },
  'column.reserved': { en: 'Reserved', ar: 'المحجوز' },
  'column.available': { en: 'For sale', ar: 'المتاح للبيع' },
  'column.threshold': { en: 'Low below', ar: 'منخفض دون' },
  'levels.low': { en: 'Low', ar: 'منخفض' },
  'levels.onlyLow': {
    en: '{count, plural, one {Only the one that is low} other {Only the # that are low}}',
    ar: '{count, plural, zero {المنخفض فقط} one {المنخفض فقط (1)} two {المنخفض فقط (2)} few {المنخفض فقط (#)} many {المنخفض فقط (#)} other {المنخفض فقط (#)}}',
  },
  'column.changed': { en: 'Changed', ar: 'تغيّر في' },
  'movements.of': { en: 'Movements of {sku}', ar: 'حركات {sku}' },
  'movements.none': { en: 'Nothing has moved it yet.', ar: 'لم تتغير الكمية بعد.' },
  'cause.IMPORT': { en: 'File', ar: 'ملف' },
  'cause.COUNT': { en: 'Count', ar: 'جرد' },
  'cause.RESERVE': { en: 'Held for a checkout', ar: 'حُجز لعملية شراء' },
  'cause.RELEASE': { en: 'Held no longer', ar: 'أُلغي الحجز' },
  'cause.SALE': { en: 'Sale', ar: 'بيع' },
  'cause.RETURN': { en: 'Came back', ar: 'مرتجع' },
  'column.cause': { en: 'Cause', ar: 'السبب' },
  'by.platform': { en: 'Wasl', ar: 'وصل' },
  'by.nobody': { en: 'System', ar: 'النظام' },
  'column.when': { en: 'When', ar: 'الوقت' },
  'column.onHandChange': { en: 'On hand', ar: 'الموجود' },
  'column.reservedChange': { en: 'Reserved', ar: 'المحجوز' },
  'column.reason': { en: 'Note', ar: 'ملاحظة' },

  'count.warehouse': { en: 'Warehouse', ar: 'المستودع' },
  'count.scan': { en: 'Scan or type a SKU, then Enter', ar: 'امسح رمز SKU أو اكتبه ثم اضغط Enter' },
  'count.scan.hint': {
    en: 'Each Enter counts one piece more.',
    ar: 'كل ضغطة على Enter تضيف قطعة واحدة.',
  },
  'count.unknown': {
    en: 'No offer of yours has the SKU {sku}.',
    ar: 'لا عرض لديك بالرمز {sku}.',
  },
  'count.none': { en: 'Nothing has been counted yet', ar: 'لم يُجرد شيء بعد' },
  'count.noneDetail': {
    en: 'Your counts are kept here until you save them. What you do not count stays unchanged.',
    ar: 'يظهر هنا ما تجرده حتى تحفظه. ما لا تجرده يبقى كما هو.',
  },
  'count.counted': { en: 'Counted', ar: 'العدد' },
  'count.of': { en: 'Counted pieces of {sku}', ar: 'عدد قطع {sku}' },
  'count.stood': { en: 'Stood at', ar: 'كان' },
  'count.difference': { en: 'Difference', ar: 'الفرق' },
  'count.fault': { en: 'Whole pieces, up to a million.', ar: 'عدد صحيح حتى مليون.' },
  'count.remove': { en: 'Do not count {sku}', ar: 'إلغاء جرد {sku}' },
  'count.save': { en: 'Save the count', ar: 'حفظ الجرد' },
  'count.saved': {
    en: '{count, plural, one {# level was set} other {# levels were set}}',
    ar: '{count, plural, zero {لم تُضبط أي كمية} one {ضُبطت كمية واحدة} two {ضُبطت كميتان} few {ضُبطت # كميات} many {ضُبطت # كمية} other {ضُبطت # كمية}}',
  },
  'count.stale.title': {
    en: 'Some pieces moved while you counted',
    ar: 'تحركت بعض القطع أثناء الجرد',
  },
  'count.stale.detail': {
    en: 'They are still below, beside the current stock: correct the number if it includes pieces that are gone, and save again.',
    ar: 'ما زالت أدناه بجانب الكمية الحالية: صحّح العدد إن شمل قطعًا لم تعد موجودة، ثم احفظ مرة أخرى.',
  },
  'count.gone': { en: 'No longer among your offers', ar: 'لم يعد ضمن عروضك' },
  'count.noWarehouse': { en: 'No warehouse is open', ar: 'لا مستودع مفتوح' },
  'count.noWarehouseDetail': {
    en: 'Add one, or open one, on the page of the shop.',
    ar: 'أضف مستودعًا أو افتحه من صفحة المتجر.',
  },
});

export const useStockText = textHook(stockTexts);
