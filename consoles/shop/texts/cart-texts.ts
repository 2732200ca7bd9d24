import { defineTexts } from '../../shared/i18n/define-texts.ts';

export const CART_TEXTS = defineTexts({
  emptyCart: { en: 'Your cart is empty', ar: 'سلتك فارغة' },
  saidAdded: { en: 'Added to your cart.', ar: 'أُضيف إلى سلتك.' },
  saidAddedBefore: {
    en: 'This is in your cart already. Change its quantity below if you want more.',
    ar: 'هذا المنتج موجود في سلتك. غيّر الكمية أدناه إن أردت المزيد.',
  },
  saidChanged: { en: 'Your cart has been changed.', ar: 'تم تعديل سلتك.' },
  saidEmpty: { en: 'There is nothing to check out yet.', ar: 'لا شيء في السلة لإتمام طلبه.' },
  saidUnavailable: {
    en: 'Something cannot be bought as it is. It is marked below.',
    ar: 'لا يمكن شراء بعض ما في السلة كما هو. تجده مُعلّمًا أدناه.',
  },
  saidTooManySellers: {
    en: 'One order takes products from a limited number of shops. Remove some, and order them separately.',
    ar: 'عدد المتاجر في الطلب الواحد محدود. أزل بعض المنتجات واطلبها بعد ذلك.',
  },
  saidBadQuantity: { en: 'The quantity must be a number from 1 to 99.', ar: 'الكمية عدد من 1 إلى 99.' },
  saidNotAdded: { en: 'This cannot be bought at the moment.', ar: 'لا يمكن شراء هذا حاليًا.' },
  saidFull: {
    en: 'Your cart is full. Order what is in it first, or take something out.',
    ar: 'سلتك ممتلئة. اطلب ما فيها أولًا أو أزل شيئًا منها.',
  },
  saidReleased: {
    en: 'The reservation has been given back. Everything is still in your cart.',
    ar: 'أُلغي الحجز، وكل شيء ما زال في سلتك.',
  },
  saidGone: { en: 'That item was no longer in your cart.', ar: 'لم يعد هذا في سلتك.' },
  toCheckout: { en: 'Checkout', ar: 'إتمام الطلب' },
  blockedLines: {
    en: 'Remove or change what is marked, and you can check out.',
    ar: 'أزل ما هو مُعلّم أو عدّله لتتمكن من إتمام الطلب.',
  },
  blockedSellers: {
    en: 'One order takes products from up to {most} shops; yours are from {count}. Remove some, and order them separately.',
    ar: 'يتسع الطلب الواحد لمنتجات {most} متاجر، وهذه من {count}. أزل بعضها واطلبها بعد ذلك.',
  },
  more: { en: 'One more', ar: 'زيادة واحدة' },
  less: { en: 'One less', ar: 'إنقاص واحدة' },
  shopSubtotal: { en: 'Goods of this shop', ar: 'منتجات هذا المتجر' },
  shopDelivery: { en: 'Delivery from {price}', ar: 'التوصيل ابتداءً من {price}' },
  shopDeliveryUnknown: {
    en: 'This shop’s delivery price cannot be shown right now. You will see it at checkout.',
    ar: 'لا يمكن عرض أجر توصيل هذا المتجر حاليًا. ستراه عند إتمام الطلب.',
  },
  shopDeliveryNone: {
    en: 'This shop does not deliver anywhere at the moment.',
    ar: 'لا يوصل هذا المتجر إلى أي منطقة حاليًا.',
  },
  deliveryFrom: { en: 'Delivery, from', ar: 'التوصيل ابتداءً من' },
  totalFrom: { en: 'Total, from', ar: 'الإجمالي ابتداءً من' },
  saidRemoved: { en: 'Taken out of your cart.', ar: 'أُزيل من سلتك.' },
  saidReordered: {
    en: 'Everything from that order is in your cart again, at today’s prices.',
    ar: 'كل ما في ذلك الطلب في سلتك من جديد، بأسعار اليوم.',
  },
  priceChanged: { en: 'The price was {before} when you added it.', ar: 'كان السعر {before} حين أضفته.' },
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
