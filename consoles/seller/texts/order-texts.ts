import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The board of orders: its columns, cards and keys. */
export const orderTexts = defineTexts({
  'orders.title': { en: 'Orders', ar: 'الطلبات' },
  'orders.list': { en: 'Orders by state', ar: 'الطلبات حسب الحالة' },
  'orders.search': { en: 'Number, buyer or product', ar: 'رقم الطلب أو المشتري أو المنتج' },
  'orders.clear': { en: 'Clear the search', ar: 'مسح البحث' },
  'orders.found': {
    en: '{count, plural, =0 {Nothing found} one {# order found} other {# orders found}}',
    ar: '{count, plural, zero {لا نتائج} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'orders.incomplete': {
    en: 'There are more orders than the board shows. Search for the others.',
    ar: 'توجد طلبات أكثر مما تعرضه اللوحة. ابحث عن البقية.',
  },
  'orders.empty.title': { en: 'No orders now', ar: 'لا طلبات الآن' },
  'orders.empty.detail': {
    en: 'New orders appear here automatically, with a sound if you want one.',
    ar: 'يظهر الطلب الجديد هنا تلقائيًا، مع صوت إن أردت.',
  },
  'orders.none': { en: 'None', ar: 'لا شيء' },

  'stage.new': { en: 'New', ar: 'جديدة' },
  'stage.accepted': { en: 'To pack', ar: 'للتجهيز' },
  'stage.packed': { en: 'Packed', ar: 'مجهّزة' },
  'stage.ready': { en: 'Ready', ar: 'جاهزة للاستلام' },
  'stage.way': { en: 'On the way', ar: 'في الطريق' },
  'stage.back': { en: 'Coming back', ar: 'عائدة' },
  'stage.ended': { en: 'Ended', ar: 'منتهية' },

  'status.PENDING_ACCEPTANCE': { en: 'New', ar: 'جديد' },
  'status.ACCEPTED': { en: 'Accepted', ar: 'مقبول' },
  'status.PACKED': { en: 'Packed', ar: 'مجهّز' },
  'status.READY_FOR_PICKUP': { en: 'Ready for the driver', ar: 'جاهز للسائق' },
  'status.PICKED_UP': { en: 'With the driver', ar: 'مع السائق' },
  'status.IN_TRANSIT': { en: 'On the way', ar: 'في الطريق' },
  'status.DELIVERED': { en: 'Delivered', ar: 'تم التسليم' },
  'status.REJECTED': { en: 'Rejected', ar: 'مرفوض' },
  'status.CANCELLED': { en: 'Cancelled', ar: 'ملغى' },
  'status.DELIVERY_FAILED': { en: 'Delivery failed', ar: 'تعذّر التسليم' },
  'status.RETURNING': { en: 'Coming back', ar: 'عائد' },
  'status.RETURNED': { en: 'Returned', ar: 'مُعاد' },
  'status.WRITTEN_OFF': { en: 'Written off', ar: 'مشطوب' },

  'action.print': { en: 'Print', ar: 'طباعة' },
  'action.invoice': { en: 'Invoice', ar: 'فاتورة' },
  'action.invoices': { en: 'Invoices', ar: 'فواتير' },

  'card.left': { en: '{time} left', ar: 'بقي {time}' },
  'card.late': { en: '{time} late', ar: 'تأخر {time}' },
  'card.promised': { en: 'by {day}', ar: 'حتى {day}' },
  'card.driverAt': { en: 'Driver about {time}', ar: 'السائق نحو {time}' },
  'card.looksForDriver': { en: 'Looking for a driver', ar: 'جارٍ البحث عن سائق' },
  'card.arrivesAt': { en: 'There about {time}', ar: 'يصل نحو {time}' },
  'card.toConfirm': { en: 'Confirm the return', ar: 'أكّد الإعادة' },
  'card.units': {
    en: '{count, plural, one {# unit} other {# units}}',
    ar: '{count, plural, zero {# قطعة} one {قطعة واحدة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطعة}}',
  },
  'card.more': {
    en: 'and {count, plural, one {# more} other {# more}}',
    ar: 'و{count, plural, zero {# غيره} one {صنف آخر} two {صنفان آخران} few {# أصناف أخرى} many {# صنفًا آخر} other {# صنف آخر}}',
  },
  'card.gather': {
    en: 'Gather {count, plural, one {# unit} other {# units}}',
    ar: 'اجمع {count, plural, zero {# قطعة} one {قطعة واحدة} two {قطعتين} few {# قطع} many {# قطعة} other {# قطعة}}',
  },

  'action.accept': { en: 'Accept', ar: 'قبول' },
  'action.reject': { en: 'Reject', ar: 'رفض' },
  'action.pack': { en: 'Mark as packed', ar: 'تم التجهيز' },
  'action.ready': { en: 'Mark as ready', ar: 'جاهز للاستلام' },
  'action.confirm-return': { en: 'Confirm return', ar: 'تأكيد الإعادة' },

  'done.accept': {
    en: '{count, plural, one {# order accepted} other {# orders accepted}}',
    ar: 'قُبل {count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'done.reject': {
    en: '{count, plural, one {# order rejected} other {# orders rejected}}',
    ar: 'رُفض {count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'done.pack': {
    en: '{count, plural, one {# order packed} other {# orders packed}}',
    ar: 'جُهّز {count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'done.ready': {
    en: '{count, plural, one {# order ready for the driver} other {# orders ready for the driver}}',
    ar: 'أصبح جاهزًا للسائق {count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'done.confirm-return': {
    en: '{count, plural, one {# return confirmed} other {# returns confirmed}}',
    ar: 'أُكّدت {count, plural, zero {# إعادة} one {إعادة واحدة} two {إعادتان} few {# إعادات} many {# إعادة} other {# إعادة}}',
  },

  'bulk.chosen': {
    en: '{count, plural, one {# order selected} other {# orders selected}}',
    ar: 'حُدّد {count, plural, zero {# طلب} one {طلب واحد} two {طلبان} few {# طلبات} many {# طلبًا} other {# طلب}}',
  },
  'bulk.clear': { en: 'Clear the selection', ar: 'إلغاء التحديد' },
  'bulk.working': { en: '{action}: {done} of {count}', ar: '{action}: {done} من {count}' },
  'bulk.results': { en: 'Result for each order', ar: 'نتيجة كل طلب' },
  'bulk.done': { en: 'Done', ar: 'تم' },
  'bulk.notNow': { en: 'Not possible: it is “{state}” now.', ar: 'غير ممكن: حالته الآن «{state}».' },

  'refused.state': {
    en: 'It is “{state}” now; nothing was done twice.',
    ar: 'حالته الآن «{state}»، ولم يُنفَّذ شيء مرتين.',
  },
  'refused.unknown': {
    en: 'It is not known whether this was done. The board shows how things are once the connection is back.',
    ar: 'لا يُعرف إن كان ذلك قد تم. ستعرض اللوحة الوضع عند عودة الاتصال.',
  },
  'refused.gone': { en: 'This order does not exist any more.', ar: 'لم يعد هذا الطلب موجودًا.' },
  'refused.right': {
    en: 'You may no longer do this. Ask the owner of the shop.',
    ar: 'لم يعد يحق لك ذلك. راجع مالك المتجر.',
  },

  'keys.orders': { en: 'Orders', ar: 'الطلبات' },
  'keys.next': { en: 'Next order', ar: 'الطلب التالي' },
  'keys.former': { en: 'Previous order', ar: 'الطلب السابق' },
  'keys.column': { en: 'Next column', ar: 'العمود التالي' },
  'keys.formerColumn': { en: 'Previous column', ar: 'العمود السابق' },
  'keys.select': { en: 'Select or unselect it', ar: 'تحديد الطلب أو إلغاء تحديده' },
  'keys.selectColumn': { en: 'Select its column', ar: 'تحديد عموده' },
  'keys.open': { en: 'Open it', ar: 'فتح الطلب' },
  'keys.search': { en: 'Search', ar: 'بحث' },
  'keys.close': { en: 'Close, or clear the selection', ar: 'إغلاق أو إلغاء التحديد' },
});

export const useOrderText = textHook(orderTexts);
