import type { WordsOf } from './notice-words.ts';

/** Notifications for buyers about an order. */
export const ORDER_WORDS: WordsOf<
  | 'ORDER_PLACED'
  | 'GROUP_ACCEPTED'
  | 'GROUP_REJECTED'
  | 'GROUP_READY'
  | 'PICKED_UP'
  | 'IN_TRANSIT'
  | 'DELIVERED'
  | 'DELIVERY_FAILED'
  | 'DELIVERY_RETRY'
  | 'CANCELLED'
  | 'DELIVERY_CODE'
> = {
  ORDER_PLACED: (word) => ({
    title: { en: 'Order placed', ar: 'تم استلام طلبك' },
    body: {
      en: `We have your order ${word('orderNumber')}. You pay in cash at the door.`,
      ar: `استلمنا طلبك ${word('orderNumber')}. الدفع نقدًا عند الاستلام.`,
    },
  }),
  GROUP_ACCEPTED: (word) => ({
    title: { en: 'The seller has accepted', ar: 'قبل البائع طلبك' },
    body: {
      en: `A seller is preparing its part of your order ${word('orderNumber')}.`,
      ar: `يجهّز أحد البائعين الجزء الخاص به من طلبك ${word('orderNumber')}.`,
    },
  }),
  GROUP_REJECTED: (word) => ({
    title: { en: 'The seller has declined', ar: 'اعتذر البائع' },
    body: {
      en: `A seller cannot supply its part of your order ${word('orderNumber')}. You pay nothing for it.`,
      ar: `لا يستطيع أحد البائعين توفير الجزء الخاص به من طلبك ${word('orderNumber')}، ولن تدفع ثمنه.`,
    },
  }),
  GROUP_READY: (word) => ({
    title: { en: 'Packed and ready', ar: 'جاهز للتسليم إلى السائق' },
    body: {
      en: `A part of your order ${word('orderNumber')} waits for its driver.`,
      ar: `جزء من طلبك ${word('orderNumber')} بانتظار السائق.`,
    },
  }),
  PICKED_UP: (word) => ({
    title: { en: 'With the driver', ar: 'طلبك مع السائق' },
    body: {
      en: `The driver has picked up a part of your order ${word('orderNumber')}.`,
      ar: `استلم السائق جزءًا من طلبك ${word('orderNumber')}.`,
    },
  }),
  IN_TRANSIT: (word) => ({
    title: { en: 'On its way to you', ar: 'في الطريق إليك' },
    body: {
      en: `The driver is on the way with your order ${word('orderNumber')}. Please have the cash ready.`,
      ar: `السائق في الطريق إليك بطلبك ${word('orderNumber')}. يُرجى تجهيز المبلغ نقدًا.`,
    },
  }),
  DELIVERED: (word) => ({
    title: { en: 'Delivered', ar: 'تم التسليم' },
    body: {
      en: `A part of your order ${word('orderNumber')} has been delivered and paid.`,
      ar: `تم تسليم جزء من طلبك ${word('orderNumber')} ودفع ثمنه.`,
    },
  }),
  DELIVERY_FAILED: (word) => ({
    title: { en: 'Not delivered', ar: 'تعذّر التسليم' },
    body: {
      en: `We could not deliver a part of your order ${word('orderNumber')}. We will tell you what happens next.`,
      ar: `تعذّر تسليم جزء من طلبك ${word('orderNumber')}. سنخبرك بالخطوة التالية.`,
    },
  }),
  DELIVERY_RETRY: (word) => ({
    title: { en: 'We will come again', ar: 'سنعاود التوصيل' },
    body: {
      en: `A part of your order ${word('orderNumber')} is being brought again. Please have the cash ready.`,
      ar: `سنعاود توصيل جزء من طلبك ${word('orderNumber')}. يُرجى تجهيز المبلغ نقدًا.`,
    },
  }),
  CANCELLED: (word) => ({
    title: { en: 'Cancelled', ar: 'تم الإلغاء' },
    body: {
      en: `A part of your order ${word('orderNumber')} has been cancelled. You pay nothing for it.`,
      ar: `أُلغي جزء من طلبك ${word('orderNumber')}، ولن تدفع ثمنه.`,
    },
  }),
  // The code is inserted when its recipient reads the notification; it is never stored in the text.
  DELIVERY_CODE: (word) => ({
    title: { en: 'Your delivery code', ar: 'رمز التسليم' },
    body: {
      en: `The code for order ${word('orderNumber')} is no longer valid. The driver can request a new one.`,
      ar: `رمز الطلب ${word('orderNumber')} لم يعد صالحًا. يمكن للسائق طلب رمز جديد.`,
    },
  }),
};
