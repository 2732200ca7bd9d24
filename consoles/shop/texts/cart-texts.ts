import { defineTexts } from '../../shared/i18n/define-texts.ts';

export const CART_TEXTS = defineTexts({
  emptyCart: { en: 'Your cart is empty', ar: 'سلتك فارغة' },
  saidAdded: { en: 'Added to your cart.', ar: 'أضيف إلى سلتك.' },
  saidAddedBefore: {
    en: 'This is in your cart already. Change its quantity below if you want more.',
    ar: 'هذا في سلتك بالفعل. غيّر الكمية أدناه إن أردت المزيد.',
  },
  saidChanged: { en: 'Your cart has been changed.', ar: 'تم تعديل سلتك.' },
  saidRemoved: { en: 'Taken out of your cart.', ar: 'أزيل من سلتك.' },
  saidReordered: {
    en: 'Everything from that order is in your cart again, at today’s prices.',
    ar: 'كل ما في ذلك الطلب في سلتك من جديد، بأسعار اليوم.',
  },
  priceChanged: { en: 'The price was {before} when you chose it.', ar: 'كان السعر {before} حين اخترته.' },
  insufficientStock: {
    en: '{count, plural, =0 {Sold out. Take it out to go on.} one {Only 1 is left. Change the quantity to go on.} other {Only {count} are left. Change the quantity to go on.}}',
    ar: '{count, plural, zero {نفدت الكمية. أزله لتتابع.} one {بقيت قطعة واحدة فقط. عدّل الكمية لتتابع.} two {بقيت قطعتان فقط. عدّل الكمية لتتابع.} few {بقيت {count} قطع فقط. عدّل الكمية لتتابع.} many {بقيت {count} قطعة فقط. عدّل الكمية لتتابع.} other {بقيت {count} قطعة فقط. عدّل الكمية لتتابع.}}',
  },
  offerInactive: {
    en: 'The seller has stopped selling this. Take it out to go on.',
    ar: 'أوقف البائع بيع هذا المنتج. أزله لتتابع.',
  },
  sellerUnavailable: {
    en: 'The shop takes no orders at the moment. Take it out to go on.',
    ar: 'لا يستقبل المتجر طلبات حاليًا. أزله لتتابع.',
  },
  update: { en: 'Update', ar: 'تحديث' },
  remove: { en: 'Remove', ar: 'إزالة' },
  eachPrice: { en: '{price} each', ar: '{price} للقطعة' },
  subtotal: { en: 'Subtotal', ar: 'المجموع' },
  deliveryLater: {
    en: 'Delivery is added for each shop when you check out.',
    ar: 'يضاف أجر التوصيل لكل متجر عند إتمام الطلب.',
  },
});
