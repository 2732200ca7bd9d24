import { defineTexts } from '../../shared/i18n/define-texts.ts';

export const CHECKOUT_TEXTS = defineTexts({
  checkout: { en: 'Checkout', ar: 'إتمام الطلب' },
  'checkout.yourDetails': { en: 'Your details', ar: 'بياناتك' },
  'checkout.haveAccount': { en: 'Do you have an account already?', ar: 'هل لديك حساب؟' },
  'checkout.signIn': { en: 'Sign in', ar: 'سجّل الدخول' },
  'checkout.keptTyped': { en: 'What you have typed is kept.', ar: 'ما كتبته يبقى محفوظًا.' },
  'checkout.newAccount': {
    en: 'An account is made with it, so that you can follow your order and receive the delivery code.',
    ar: 'يُنشأ لك حساب بهذه البيانات لتتابع طلبك وتستلم رمز التسليم.',
  },
  'checkout.register': { en: 'Create account and continue', ar: 'أنشئ الحساب وتابع' },
  'checkout.continue': { en: 'Continue to delivery', ar: 'تابع إلى التوصيل' },
  'checkout.where': { en: 'Where to?', ar: 'إلى أين؟' },
  'checkout.another': { en: 'Another address', ar: 'عنوان آخر' },
  'checkout.asChosen': { en: 'The address as you chose it', ar: 'العنوان كما اخترته' },
  'checkout.useAddress': { en: 'Deliver here', ar: 'وصّل إلى هنا' },
  'checkout.manage': { en: 'Change or remove addresses', ar: 'عدّل العناوين أو أزلها' },
  'checkout.delivery': { en: 'Delivery', ar: 'التوصيل' },
  'checkout.deliveryOf': { en: 'Delivery from {shop}', ar: 'التوصيل من {shop}' },
  'checkout.update': { en: 'Update the total', ar: 'حدّث الإجمالي' },
  'checkout.addressFirst': {
    en: 'Choose an address first: then you see the days and prices of delivery.',
    ar: 'اختر عنوانًا أولًا لتظهر أيام التوصيل وأسعاره.',
  },
  'checkout.payment': { en: 'Payment', ar: 'الدفع' },
  'checkout.cash': { en: 'Cash on delivery', ar: 'الدفع نقدًا عند الاستلام' },
  'checkout.cashWhy': {
    en: 'You pay the driver when the parcel is in your hands. Up to {maximum} per order.',
    ar: 'تدفع للسائق عندما تستلم الطرد. الحد الأعلى {maximum} لكل طلب.',
  },
  'checkout.cashParts': {
    en: '{count, plural, one {One parcel is brought} other {{count} parcels are brought, and each is paid for when it arrives}}',
    ar: '{count, plural, zero {لا طرود} one {يصلك طرد واحد} two {يصلك طردان، ويُدفع ثمن كل منهما عند وصوله} few {تصلك {count} طرود، ويُدفع ثمن كل منها عند وصوله} many {يصلك {count} طردًا، ويُدفع ثمن كل منها عند وصوله} other {يصلك {count} طرد، ويُدفع ثمن كل منها عند وصوله}}',
  },
  'checkout.summary': { en: 'Your order', ar: 'طلبك' },
  'checkout.goods': { en: 'Goods', ar: 'المنتجات' },
  'checkout.total': { en: 'Total', ar: 'الإجمالي' },
  'checkout.totalWithout': { en: 'Total without delivery', ar: 'الإجمالي دون التوصيل' },
  'checkout.deliveryLater': { en: 'after the address', ar: 'بعد تحديد العنوان' },
  'checkout.placeOrder': { en: 'Place the order', ar: 'أكّد الطلب' },
  'checkout.reservedUntil': { en: 'Reserved for you until {time}', ar: 'محجوز لك حتى {time}' },
  'checkout.reservedFor': { en: 'Reserved for you for', ar: 'محجوز لك مدة' },
  'checkout.backToCart': { en: 'Back to the cart', ar: 'العودة إلى السلة' },
  'checkout.release': { en: 'Change the cart', ar: 'عدّل السلة' },
  'checkout.releaseWhy': {
    en: 'This gives the reservation back; everything stays in your cart.',
    ar: 'يُلغى الحجز ويبقى كل شيء في سلتك.',
  },

  'checkout.ended.EXPIRED': { en: 'The reservation has ended', ar: 'انتهى الحجز' },
  'checkout.ended.CANCELLED': { en: 'This checkout has ended', ar: 'انتهت صفحة إتمام الطلب هذه' },
  'checkout.endedWhy.EXPIRED': {
    en: 'Nothing was ordered or charged. Your cart is as it was: reserve it once more.',
    ar: 'لم يُطلب شيء ولم يُحتسب شيء. سلتك كما كانت، فاحجزها مرة أخرى.',
  },
  'checkout.endedWhy.CANCELLED': {
    en: 'You went back to change your cart, or opened a newer one in another window. Nothing was ordered here.',
    ar: 'عدت لتعديل سلتك أو فتحت صفحة أحدث في نافذة أخرى. لم يُطلب شيء هنا.',
  },
  'checkout.again': { en: 'Reserve again and go on', ar: 'احجز مرة أخرى وتابع' },

  'said.address': { en: 'The address is chosen.', ar: 'تم اختيار العنوان.' },
  'said.delivery': { en: 'The total has been updated.', ar: 'تم تحديث الإجمالي.' },
  'said.prices': { en: 'You have accepted the new prices.', ar: 'قبلت الأسعار الجديدة.' },
  'said.left-out': {
    en: 'Taken out. The rest is reserved for you.',
    ar: 'أُزيل ما لا يتوفر، والباقي محجوز لك.',
  },

  'trouble.unavailable': { en: 'Something is no longer available', ar: 'لم يعد جزء من طلبك متاحًا' },
  'trouble.unavailableWhy': {
    en: 'Nothing was ordered or charged. Take it out to order the rest.',
    ar: 'لم يُطلب شيء ولم يُحتسب شيء. أزله لتطلب الباقي.',
  },
  'trouble.soldOut': { en: 'sold out', ar: 'نفدت الكمية' },
  'trouble.left': {
    en: '{count, plural, one {only 1 left} other {only {count} left}}',
    ar: '{count, plural, zero {لم يبقَ شيء} one {بقيت قطعة واحدة فقط} two {بقيت قطعتان فقط} few {بقيت {count} قطع فقط} many {بقيت {count} قطعة فقط} other {بقيت {count} قطعة فقط}}',
  },
  'trouble.notSold': { en: 'not sold any more', ar: 'لم يعد يباع' },
  'trouble.shopClosed': { en: 'the shop takes no orders at the moment', ar: 'المتجر لا يستقبل طلبات حاليًا' },
  'trouble.leaveOut': { en: 'Take it out and go on', ar: 'أزله وتابع' },
  'trouble.prices': { en: 'A price has changed', ar: 'تغيّر سعر' },
  'trouble.pricesWhy': {
    en: 'Nothing was ordered. The new total would be {total}.',
    ar: 'لم يُطلب شيء. الإجمالي الجديد {total}.',
  },
  'trouble.pricesPlain': { en: 'Nothing was ordered yet.', ar: 'لم يُطلب شيء بعد.' },
  'trouble.fromTo': { en: 'was {before}, is {now}', ar: 'كان {before} وأصبح {now}' },
  'trouble.accept': { en: 'Accept the new prices', ar: 'اقبل الأسعار الجديدة' },
  'trouble.unserviceable': {
    en: 'This cannot be delivered there',
    ar: 'لا يمكن التوصيل إلى هذا العنوان',
  },
  'trouble.unserviceableWhy': {
    en: 'Choose another address, or take the products of these shops out.',
    ar: 'اختر عنوانًا آخر أو أزل منتجات هذه المتاجر.',
  },
  'trouble.unserviceableAll': { en: 'Choose another address.', ar: 'اختر عنوانًا آخر.' },
  'trouble.OUTSIDE_SERVICE_AREA': {
    en: 'the address lies outside Qatar',
    ar: 'العنوان خارج قطر',
  },
  'trouble.ADDRESS_NOT_COVERED': {
    en: 'does not deliver to this zone',
    ar: 'لا يوصّل إلى هذه المنطقة',
  },
  'trouble.OTHER_CURRENCY': {
    en: 'has no delivery that is paid in riyals',
    ar: 'ليس لديه توصيل يُدفع بالريال',
  },
  'trouble.leaveShops': { en: 'Take their products out and go on', ar: 'أزل منتجاتها وتابع' },
  'trouble.cash': { en: 'This order cannot be paid in cash', ar: 'لا يمكن دفع هذا الطلب نقدًا' },
  'trouble.cashAbove': {
    en: 'Cash is taken up to {maximum} per order; this one comes to {total}. Order in two parts: take something out of the cart, and order it afterwards.',
    ar: 'يُقبل النقد حتى {maximum} لكل طلب، وهذا الطلب {total}. اطلب على دفعتين: أزل بعض المنتجات من السلة واطلبها بعد ذلك.',
  },
  'trouble.cashDigital': {
    en: 'Digital products cannot be paid at the door, and there is no other way to pay yet. Take these out to order the rest:',
    ar: 'لا تُدفع المنتجات الرقمية عند الباب، ولا توجد طريقة دفع أخرى بعد. أزلها لتطلب الباقي:',
  },
  'trouble.total': { en: 'The total has changed', ar: 'تغيّر الإجمالي' },
  'trouble.totalWhy': {
    en: 'Nothing has been ordered yet. Check the total below, then place the order.',
    ar: 'لم يُطلب شيء بعد. راجع الإجمالي أدناه ثم أكّد الطلب.',
  },
  'trouble.delivery': { en: 'Delivery has changed', ar: 'تغيّر التوصيل' },
  'trouble.deliveryWhy': {
    en: 'A shop no longer offers the delivery you chose. Check the deliveries below, then place the order.',
    ar: 'لم يعد أحد المتاجر يقدّم التوصيل الذي اخترته. راجع التوصيل أدناه ثم أكّد الطلب.',
  },
  'trouble.limited': { en: 'Too many tries', ar: 'محاولات كثيرة' },
  'trouble.limitedWhy': {
    en: 'Wait {wait} and press the button again. What you have typed is still here, except for a password.',
    ar: 'انتظر {wait} ثم اضغط الزر مرة أخرى. ما كتبته ما زال هنا ما عدا كلمة المرور.',
  },
  'trouble.busy': { en: 'The service is busy', ar: 'الخدمة مشغولة' },
  'trouble.busyWhy': {
    en: 'Press the button again in a moment. Whatever happened, there will be one order at most.',
    ar: 'اضغط الزر مرة أخرى بعد لحظات. مهما حدث فلن يكون هناك إلا طلب واحد.',
  },
});
