import type { ProblemTexts } from './problem-text.ts';

/** Problems of selling and buying. */
export const SHOP_TEXTS = {
  'cart.OFFER_UNAVAILABLE': {
    en: { title: 'Not available', detail: 'This offer cannot be bought at the moment.' },
    ar: { title: 'غير متوفر', detail: 'لا يمكن شراء هذا العرض حاليًا.' },
  },
  'checkout.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'The checkout is no longer open.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لم تعد عملية الشراء مفتوحة.' },
  },
  'checkout.CART_EMPTY': {
    en: { title: 'The cart is empty', detail: 'Add something to the cart first.' },
    ar: { title: 'السلة فارغة', detail: 'أضف منتجًا إلى السلة أولًا.' },
  },
  'checkout.INCOMPLETE': {
    en: { title: 'Checkout incomplete', detail: 'Add what is listed as missing, then confirm.' },
    ar: { title: 'بيانات الشراء ناقصة', detail: 'أكمل البيانات الناقصة المذكورة ثم أكّد.' },
  },
  'checkout.ADDRESS_UNSERVICEABLE': {
    en: {
      title: 'No delivery to this address',
      detail: 'At least one seller cannot deliver there. Choose another address.',
    },
    ar: {
      title: 'لا يتوفر توصيل إلى هذا العنوان',
      detail: 'بائع واحد على الأقل لا يوصّل إلى هناك. اختر عنوانًا آخر.',
    },
  },
  'checkout.ITEM_UNAVAILABLE': {
    en: {
      title: 'An item is no longer available',
      detail: 'Nothing was charged. Adjust the listed items and try again.',
    },
    ar: { title: 'منتج لم يعد متوفرًا', detail: 'لم يُحصَّل أي مبلغ. عدّل السطور المذكورة وحاول مرة أخرى.' },
  },
  'checkout.PRICE_CHANGED': {
    en: {
      title: 'A price has changed',
      detail: 'Compare both prices, and accept the new one if you agree.',
    },
    ar: { title: 'تغيّر أحد الأسعار', detail: 'قارن السعرين واقبل السعر الجديد إن وافقت.' },
  },
  'checkout.TOTAL_CHANGED': {
    en: { title: 'The total has changed', detail: 'Review the checkout, then confirm it.' },
    ar: { title: 'تغيّر المبلغ الإجمالي', detail: 'راجع عملية الشراء كما هي الآن ثم أكّدها.' },
  },
  'checkout.EXPIRED': {
    en: {
      title: 'The checkout has expired',
      detail: 'The reserved stock was released. Open a new checkout.',
    },
    ar: { title: 'انتهت مهلة الشراء', detail: 'أُعيد المخزون المحجوز. ابدأ عملية شراء جديدة.' },
  },
  'checkout.TOO_MANY_SELLERS': {
    en: { title: 'Too many sellers', detail: 'Leave the items of some sellers for another order.' },
    ar: { title: 'عدد البائعين كبير', detail: 'اترك منتجات بعض البائعين لطلب آخر.' },
  },
  'checkout.COD_NOT_ALLOWED': {
    en: {
      title: 'Cash on delivery not possible',
      detail: 'Digital goods and orders above the maximum cannot be paid in cash.',
    },
    ar: {
      title: 'الدفع عند الاستلام غير متاح',
      detail: 'لا تُدفع المنتجات الرقمية ولا الطلبات فوق الحد الأعلى نقدًا.',
    },
  },
  'order.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
  },
  'seller.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
  },
  'seller.NOT_CLOSABLE': {
    en: {
      title: 'The shop cannot be closed yet',
      detail: 'Go on vacation, finish what is in progress and wait for the last payout, then close it.',
    },
    ar: {
      title: 'لا يمكن إغلاق المتجر بعد',
      detail: 'فعّل وضع الإجازة وأكمل الطلبات الجارية وانتظر آخر دفعة مستحقة، ثم أغلق المتجر.',
    },
  },
  'seller.NO_SELLER': {
    en: { title: 'No seller', detail: 'This account has no seller. Apply first.' },
    ar: { title: 'لا يوجد بائع', detail: 'لا يرتبط هذا الحساب ببائع. قدّم طلبًا أولًا.' },
  },
  'seller.ALREADY_LINKED': {
    en: { title: 'Already a seller', detail: 'An account sells for one seller only.' },
    ar: { title: 'الحساب مرتبط ببائع', detail: 'يرتبط كل حساب ببائع واحد فقط.' },
  },
  'seller.NO_BANK_ACCOUNT': {
    en: {
      title: 'No bank account in use',
      detail: 'The seller has not added one, or its waiting period has not ended yet.',
    },
    ar: { title: 'لا يوجد حساب مصرفي مستخدم', detail: 'لم يقدّم البائع حسابًا، أو لم تنتهِ مهلة اعتماده بعد.' },
  },
  'seller.OWNER_WITHOUT_FACTOR': {
    en: {
      title: 'Owner without a second factor',
      detail: "The seller's owner must enrol an authenticator before payouts are possible.",
    },
    ar: {
      title: 'مالك المتجر دون عامل تحقق ثانٍ',
      detail: 'يجب أن يفعّل مالك المتجر تطبيق مصادقة قبل صرف أي مستحقات.',
    },
  },
  'seller.NOTHING_PAYABLE': {
    en: { title: 'Nothing to pay out', detail: 'All delivered groups with settled cash have been paid out.' },
    ar: { title: 'لا مستحقات للصرف', detail: 'لا توجد طلبات مسلّمة سُوّي نقدها ولم تُصرف.' },
  },
  'seller.ALREADY_INVITED': {
    en: { title: 'Already invited', detail: 'An invitation to this e-mail is open. Revoke it first.' },
    ar: { title: 'دعوة قائمة', detail: 'توجد دعوة مفتوحة لهذا البريد. اسحبها أولًا.' },
  },
  'seller.INVITATION_ENDED': {
    en: { title: 'The invitation is no longer valid', detail: 'Ask the seller for a new one.' },
    ar: { title: 'انتهت صلاحية الدعوة', detail: 'اطلب من البائع دعوة جديدة.' },
  },
  'seller.INVITATION_FOR_ANOTHER': {
    en: { title: 'Invitation for another e-mail', detail: 'Sign in with the e-mail that was invited.' },
    ar: { title: 'دعوة لبريد آخر', detail: 'سجّل الدخول بالبريد الذي وُجهت إليه الدعوة.' },
  },
  'seller.IMPORT_UNREADABLE': {
    en: {
      title: 'The file cannot be read',
      detail: 'Save it as CSV UTF-8 with the column names in the first row.',
    },
    ar: { title: 'تعذّرت قراءة الملف', detail: 'احفظه بصيغة CSV UTF-8 وضع أسماء الأعمدة في الصف الأول.' },
  },
  'seller.IMPORT_RUNNING': {
    en: {
      title: 'Another file is being processed',
      detail: 'Wait until the other file of this kind is done, or stop it.',
    },
    ar: { title: 'هناك ملف آخر قيد المعالجة', detail: 'انتظر انتهاء الملف الآخر من هذا النوع أو أوقفه.' },
  },
  'seller.IMPORT_ENDED': {
    en: { title: 'Not possible any more', detail: 'The state of this import has changed. Check it again.' },
    ar: { title: 'لم يعد ذلك ممكنًا', detail: 'تغيّرت حالة هذا الاستيراد. اعرضه من جديد.' },
  },
  'catalogue.SKU_TAKEN': {
    en: { title: 'SKU already used', detail: 'Choose another SKU.' },
    ar: { title: 'رمز SKU مستخدم', detail: 'اختر رمز SKU آخر.' },
  },
  'catalogue.OFFER_EXISTS': {
    en: { title: 'Offer already exists', detail: 'You already offer this variant. Edit that offer.' },
    ar: { title: 'العرض موجود', detail: 'لديك عرض لهذا المنتج. عدّل ذلك العرض.' },
  },
  'catalogue.VARIANT_EXISTS': {
    en: { title: 'Variant already exists', detail: 'Another variant of this product has these options.' },
    ar: { title: 'النوع موجود', detail: 'لهذا المنتج نوع آخر بالخيارات نفسها.' },
  },
  'catalogue.TOO_MANY_VARIANTS': {
    en: { title: 'Too many variants', detail: 'This product has reached the maximum number of variants.' },
    ar: { title: 'أنواع كثيرة', detail: 'بلغ المنتج الحد الأقصى لعدد الأنواع.' },
  },
  'catalogue.TOO_MANY_IMAGES': {
    en: { title: 'Too many pictures', detail: 'Delete a picture of this product first.' },
    ar: { title: 'صور كثيرة', detail: 'احذف صورة من صور هذا المنتج أولًا.' },
  },
  'catalogue.TOO_MANY_VIEWS': {
    en: { title: 'Too many saved views', detail: 'The shop keeps 50 views at most. Delete one first.' },
    ar: { title: 'طرق عرض كثيرة', detail: 'يحفظ المتجر 50 طريقة عرض على الأكثر. احذف إحداها أولًا.' },
  },
  'integrations.TOO_MANY_KEYS': {
    en: { title: 'Too many API keys', detail: '20 keys at most can be in use. Revoke one first.' },
    ar: { title: 'مفاتيح كثيرة', detail: 'يمكن استخدام 20 مفتاحًا على الأكثر. ألغِ أحدها أولًا.' },
  },
  'catalogue.SLUG_TAKEN': {
    en: { title: 'Address already used', detail: 'Another category has this slug. Choose another.' },
    ar: { title: 'العنوان مستخدم', detail: 'لفئة أخرى هذا الاسم المختصر. اختر غيره.' },
  },
  'catalogue.CATEGORY_TREE': {
    en: {
      title: 'Not possible in the category tree',
      detail: 'A category cannot be its own ancestor, nor lie too deep.',
    },
    ar: {
      title: 'غير ممكن في شجرة الفئات',
      detail: 'لا يمكن أن تقع فئة تحت نفسها، ولا أن تتجاوز الحد الأقصى للعمق.',
    },
  },
  'inventory.WAREHOUSE_IN_USE': {
    en: {
      title: 'Warehouse in use',
      detail: 'It contains goods that are reserved or still to be picked up.',
    },
    ar: { title: 'المستودع قيد الاستخدام', detail: 'فيه بضاعة محجوزة أو بانتظار أن يستلمها سائق.' },
  },
  'inventory.IMPORT_FAULTY': {
    en: {
      title: 'Errors in the file',
      detail: 'Nothing was imported. Correct the listed lines and send it again.',
    },
    ar: { title: 'أخطاء في الملف', detail: 'لم يُعتمد شيء. صحّح السطور المذكورة وأرسل الملف من جديد.' },
  },
} as const satisfies ProblemTexts;
