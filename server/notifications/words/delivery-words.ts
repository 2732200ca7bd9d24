import { alertBody, type WordsOf } from './notice-words.ts';

/** Notifications for drivers and dispatchers. */
export const DELIVERY_WORDS: WordsOf<
  | 'TASK_OFFERED'
  | 'TASK_WITHDRAWN'
  | 'HAND_OVER'
  | 'DRIVER_APPROVED'
  | 'SHIFT_REMINDER'
  | 'CASH_NEAR_LIMIT'
  | 'SETTLEMENT_RECEIPT'
  | 'ALERT'
> = {
  TASK_OFFERED: (word) => ({
    title: { en: 'New delivery', ar: 'توصيلة جديدة' },
    body: {
      en: `A delivery for order ${word('orderNumber')} is offered to you.`,
      ar: `عُرضت عليك توصيلة للطلب ${word('orderNumber')}.`,
    },
  }),
  TASK_WITHDRAWN: (word) => ({
    title: { en: 'Delivery withdrawn', ar: 'سُحبت التوصيلة' },
    body: {
      en: `The delivery for order ${word('orderNumber')} is no longer yours.`,
      ar: `توصيلة الطلب ${word('orderNumber')} لم تعد مسندة إليك.`,
    },
  }),
  HAND_OVER: (word) => ({
    title: { en: 'Hand-over between drivers', ar: 'تسليم بين سائقين' },
    body: {
      en: `The goods of order ${word('orderNumber')} change drivers. Both confirm when they are handed over.`,
      ar: `تنتقل بضاعة الطلب ${word('orderNumber')} إلى سائق آخر. يؤكد كلا السائقين عند التسليم.`,
    },
  }),
  DRIVER_APPROVED: () => ({
    title: { en: 'You are approved', ar: 'تم اعتمادك' },
    body: {
      en: 'You can start your first shift now. Sign in again if your app does not show it.',
      ar: 'يمكنك الآن بدء أول وردية. سجّل الدخول من جديد إذا لم تظهر في التطبيق.',
    },
  }),
  SHIFT_REMINDER: (word) => ({
    title: { en: 'Your shift begins soon', ar: 'ورديتك تبدأ قريبًا' },
    body: {
      en: `Your shift begins at ${word('plannedStart')}. Start it in the app when you are ready.`,
      ar: `تبدأ ورديتك الساعة ${word('plannedStart')}. ابدأها من التطبيق عندما تكون جاهزًا.`,
    },
  }),
  CASH_NEAR_LIMIT: (word) => ({
    title: { en: 'Hand in your cash soon', ar: 'سلّم النقد قريبًا' },
    body: {
      en: `You hold ${word('cashOnHand')} QAR of at most ${word('cashLimit')} QAR.`,
      ar: `بحوزتك ${word('cashOnHand')} ر.ق، والحد الأقصى ${word('cashLimit')} ر.ق.`,
    },
  }),
  SETTLEMENT_RECEIPT: (word) => ({
    title: { en: 'Cash handed in', ar: 'تم تسليم النقد' },
    body: {
      en: `Receipt ${word('receiptNumber')}: ${word('counted')} QAR counted, ${word('expected')} QAR expected.`,
      ar: `الإيصال ${word('receiptNumber')}: المعدود ${word('counted')} ر.ق، والمتوقع ${word('expected')} ر.ق.`,
    },
  }),
  ALERT: (word) => ({
    title: { en: 'Alert', ar: 'تنبيه' },
    body: alertBody(word) ?? { en: 'Look at the alerts board.', ar: 'راجع لوحة التنبيهات.' },
  }),
};
