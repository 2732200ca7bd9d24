import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Everything about one order, and what is asked before it is rejected or taken back. */
export const panelTexts = defineTexts({
  'panel.label': { en: 'Order', ar: 'الطلب' },
  'panel.placed': { en: 'Placed', ar: 'وقت الطلب' },
  'panel.buyer': { en: 'Buyer', ar: 'المشتري' },
  'panel.shipping': { en: 'Delivery', ar: 'التوصيل' },
  'panel.promised': { en: 'Promised', ar: 'الموعد' },
  'panel.answerBy': { en: 'Answer by', ar: 'الرد قبل' },
  'panel.lines': { en: 'Goods', ar: 'البضاعة' },
  'panel.gather': { en: 'To gather first', ar: 'يُجمع أولًا' },
  'panel.gatherLine': {
    en: '{count} × {name}: from {from} to {to}',
    ar: '{count} × {name}: من {from} إلى {to}',
  },
  'panel.money': { en: 'Money', ar: 'المبالغ' },
  'panel.gross': { en: 'Goods', ar: 'البضاعة' },
  'panel.commission': { en: 'Commission', ar: 'العمولة' },
  'panel.net': { en: 'Yours', ar: 'صافيك' },
  'panel.cash': { en: 'The buyer pays the driver', ar: 'يدفع المشتري للسائق' },
  'panel.void': {
    en: 'Not delivered: the buyer pays nothing, and nothing is earned.',
    ar: 'لم يُسلَّم: لا يدفع المشتري شيئًا ولا يُكسب شيء.',
  },
  'panel.toMoney': { en: 'What this money waits for', ar: 'ما الذي ينتظره هذا المبلغ' },
  'panel.driver': { en: 'Driver', ar: 'السائق' },
  'panel.call': { en: 'Call {name}', ar: 'اتصل بـ {name}' },
  'panel.whatsApp': { en: 'Write to {name} on WhatsApp', ar: 'راسل {name} عبر واتساب' },
  'panel.way': { en: 'Parcel', ar: 'الطرد' },
  'panel.state': { en: 'Now', ar: 'الآن' },
  'panel.pickup': { en: 'Driver at your store', ar: 'السائق في متجرك' },
  'panel.dropoff': { en: 'At the buyer', ar: 'عند المشتري' },
  'panel.history': { en: 'History', ar: 'السجل' },
  'panel.reason': { en: 'Reason: {reason}', ar: 'السبب: {reason}' },
  'panel.gone': { en: 'This order is not one of yours.', ar: 'هذا الطلب ليس من طلباتك.' },

  'task.UNASSIGNED': { en: 'Looking for a driver', ar: 'جارٍ البحث عن سائق' },
  'task.ASSIGNED': { en: 'Offered to a driver', ar: 'معروض على سائق' },
  'task.ACCEPTED': { en: 'Driver on the way to you', ar: 'السائق في الطريق إليك' },
  'task.PICKED_UP': { en: 'Picked up', ar: 'استلمه السائق' },
  'task.IN_TRANSIT': { en: 'On the way to the buyer', ar: 'في الطريق إلى المشتري' },
  'task.ARRIVED': { en: 'At the buyer’s door', ar: 'عند باب المشتري' },
  'task.CODE_VERIFIED': { en: 'Being handed over', ar: 'يجري التسليم' },
  'task.CASH_RECORDED': { en: 'Being handed over', ar: 'يجري التسليم' },
  'task.COMPLETED': { en: 'Delivered', ar: 'تم التسليم' },
  'task.CANCELLED': { en: 'Cancelled', ar: 'ملغى' },
  'task.FAILED': { en: 'Not delivered: dispatch decides', ar: 'تعذّر التسليم: القرار للتنسيق' },
  'task.RETURNING': { en: 'On the way back to you', ar: 'عائد إليك' },
  'task.RETURNED': { en: 'Back at your store', ar: 'عاد إلى متجرك' },
  'task.WRITTEN_OFF': { en: 'Written off', ar: 'مشطوب' },

  'by.BUYER': { en: 'buyer', ar: 'المشتري' },
  'by.SELLER_OWNER': { en: 'owner', ar: 'المالك' },
  'by.SELLER_STAFF': { en: 'staff', ar: 'موظف' },
  'by.DRIVER': { en: 'driver', ar: 'السائق' },
  'by.DISPATCHER': { en: 'dispatch', ar: 'التنسيق' },
  'by.ADMIN': { en: 'marketplace', ar: 'إدارة السوق' },
  'by.SYSTEM': { en: 'automatic', ar: 'تلقائي' },

  'reject.title': {
    en: '{count, plural, one {Reject this order} other {Reject # orders}}',
    ar: '{count, plural, zero {رفض # طلب} one {رفض هذا الطلب} two {رفض طلبين} few {رفض # طلبات} many {رفض # طلبًا} other {رفض # طلب}}',
  },
  'reject.hint': {
    en: 'The buyer is notified, and the goods go back on sale. This cannot be undone.',
    ar: 'يُبلَّغ المشتري وتعود البضاعة للبيع. لا يمكن التراجع عن ذلك.',
  },
  'reject.needed': { en: 'Say why.', ar: 'اذكر السبب.' },
  'reject.outOfStock': { en: 'Out of stock', ar: 'نفدت الكمية' },
  'reject.damaged': { en: 'Goods are damaged', ar: 'البضاعة تالفة' },
  'reject.price': { en: 'The price was wrong', ar: 'السعر كان خاطئًا' },
  'reject.closed': { en: 'Shop is closed', ar: 'المتجر مغلق' },
  'reject.buyerAsked': { en: 'Buyer asked for it', ar: 'بطلب من المشتري' },

  'return.title': { en: 'Confirm the return', ar: 'تأكيد الإعادة' },
  'return.hint': {
    en: 'The goods are back with you. What is not damaged goes back on sale. This is said once.',
    ar: 'عادت البضاعة إليك. ما لم يتلف يعود للبيع. يُقال هذا مرة واحدة.',
  },
  'return.damaged': { en: '{name}: damaged of {count}', ar: '{name}: التالف من {count}' },
  'return.tooMany': { en: 'A number from 0 to {count}.', ar: 'عدد من 0 إلى {count}.' },
  'return.submit': { en: 'Confirm return', ar: 'تأكيد الإعادة' },
});

export const usePanelText = textHook(panelTexts);
