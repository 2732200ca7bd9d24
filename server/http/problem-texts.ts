import type { ErrorCode } from '../../actors/errors.ts';
import type { Locale } from './operation.ts';

interface Text {
  title: string;
  detail: string;
}

/** Title and general detail of every problem, in both languages. */
export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, Readonly<Record<Locale, Text>>>> = {
  'auth.UNAUTHENTICATED': {
    en: { title: 'Not signed in', detail: 'Sign in and send the access token as a bearer credential.' },
    ar: { title: 'لم تسجّل الدخول', detail: 'سجّل الدخول وأرسل رمز الوصول مع الطلب.' },
  },
  'auth.INVALID_CREDENTIALS': {
    en: { title: 'Wrong e-mail or password', detail: 'Check both and try again.' },
    ar: { title: 'البريد الإلكتروني أو كلمة المرور غير صحيحة', detail: 'تحقّق منهما ثم حاول مرة أخرى.' },
  },
  'auth.MFA_REQUIRED': {
    en: {
      title: 'Second factor required',
      detail: 'Enrol and confirm an authenticator app before doing anything else.',
    },
    ar: { title: 'يلزم عامل تحقق ثانٍ', detail: 'فعّل تطبيق المصادقة وأكّده قبل أي إجراء آخر.' },
  },
  'auth.MFA_TOKEN_REQUIRED': {
    en: {
      title: 'Authenticator code required',
      detail: 'Send the code of your authenticator app as mfaToken.',
    },
    ar: { title: 'رمز المصادقة مطلوب', detail: 'أرسل رمز تطبيق المصادقة في الحقل mfaToken.' },
  },
  'auth.MFA_TOKEN_INVALID': {
    en: { title: 'Wrong authenticator code', detail: 'Wait for the next code of your app and try again.' },
    ar: { title: 'رمز المصادقة غير صحيح', detail: 'انتظر الرمز التالي في التطبيق وحاول مرة أخرى.' },
  },
  'auth.MFA_ALREADY_ENROLLED': {
    en: { title: 'Second factor already confirmed', detail: 'This account has a confirmed authenticator.' },
    ar: { title: 'العامل الثاني مفعّل من قبل', detail: 'لهذا الحساب تطبيق مصادقة مؤكَّد.' },
  },
  'auth.MFA_NOT_STARTED': {
    en: { title: 'No enrolment to confirm', detail: 'Start with enroll, then confirm with a current code.' },
    ar: { title: 'لا يوجد تفعيل بانتظار التأكيد', detail: 'ابدأ بالتفعيل ثم أكّده برمز حالي.' },
  },
  'auth.ACCOUNT_LOCKED': {
    en: { title: 'Sign-in locked', detail: 'Too many wrong attempts. Wait until the lock ends.' },
    ar: { title: 'تسجيل الدخول مقفل', detail: 'محاولات خاطئة كثيرة. انتظر حتى ينتهي القفل.' },
  },
  'auth.ACCOUNT_DISABLED': {
    en: { title: 'Account disabled', detail: 'Contact support.' },
    ar: { title: 'الحساب معطّل', detail: 'تواصل مع الدعم.' },
  },
  'auth.EMAIL_TAKEN': {
    en: { title: 'E-mail already registered', detail: 'Sign in, or register with another e-mail.' },
    ar: { title: 'البريد الإلكتروني مسجَّل من قبل', detail: 'سجّل الدخول أو استخدم بريدًا آخر.' },
  },
  'auth.FORBIDDEN': {
    en: { title: 'Not allowed', detail: 'Your account does not have the role this needs.' },
    ar: { title: 'غير مسموح', detail: 'لا يملك حسابك الصلاحية اللازمة.' },
  },
  'auth.ORIGIN_REFUSED': {
    en: { title: 'Origin refused', detail: 'This site may not use the session.' },
    ar: { title: 'المصدر مرفوض', detail: 'لا يجوز لهذا الموقع استخدام الجلسة.' },
  },
  'auth.SURFACE_REFUSED': {
    en: {
      title: 'Not with this account',
      detail: 'This console needs another kind of account. Sign in with one that has its role.',
    },
    ar: {
      title: 'لا يمكن الدخول بهذا الحساب',
      detail: 'تحتاج هذه الواجهة إلى نوع آخر من الحسابات. سجّل الدخول بحساب له الصلاحية المناسبة.',
    },
  },
  'common.NOT_FOUND': {
    en: { title: 'Not found', detail: 'There is no such record.' },
    ar: { title: 'غير موجود', detail: 'لا يوجد سجل بهذا المعرّف.' },
  },
  'common.VALIDATION_FAILED': {
    en: { title: 'Invalid request', detail: 'Correct the fields named in errors and repeat the request.' },
    ar: { title: 'طلب غير صالح', detail: 'صحّح الحقول المذكورة في errors ثم أعد الطلب.' },
  },
  'common.MALFORMED': {
    en: { title: 'Malformed request', detail: 'The request could not be read. Send valid JSON.' },
    ar: { title: 'طلب تالف', detail: 'تعذّرت قراءة الطلب. أرسل JSON صالحًا.' },
  },
  'common.BAD_CURSOR': {
    en: { title: 'Unknown cursor', detail: 'Start the list again without a cursor.' },
    ar: { title: 'مؤشر صفحة غير معروف', detail: 'ابدأ القائمة من جديد دون مؤشر.' },
  },
  'common.RATE_LIMITED': {
    en: { title: 'Too many requests', detail: 'Wait as long as Retry-After says.' },
    ar: { title: 'طلبات كثيرة جدًا', detail: 'انتظر المدة المذكورة في Retry-After.' },
  },
  'common.PAYLOAD_TOO_LARGE': {
    en: { title: 'Body too large', detail: 'Send less at once.' },
    ar: { title: 'حجم الطلب كبير جدًا', detail: 'أرسل بيانات أقل في كل مرة.' },
  },
  'common.UNSUPPORTED_MEDIA_TYPE': {
    en: { title: 'Unsupported media type', detail: 'Send application/json.' },
    ar: { title: 'نوع محتوى غير مدعوم', detail: 'أرسل application/json.' },
  },
  'common.METHOD_NOT_ALLOWED': {
    en: { title: 'Method not allowed', detail: 'Use one of the methods in Allow.' },
    ar: { title: 'الطريقة غير مسموحة', detail: 'استخدم إحدى الطرق المذكورة في Allow.' },
  },
  'common.CONFLICT': {
    en: { title: 'Conflict', detail: 'The record changed meanwhile. Read it again.' },
    ar: { title: 'تعارض', detail: 'تغيّر السجل في هذه الأثناء. اقرأه من جديد.' },
  },
  'common.UNAVAILABLE': {
    en: {
      title: 'Temporarily unavailable',
      detail: 'Repeat the request after Retry-After, with the same Idempotency-Key.',
    },
    ar: {
      title: 'غير متاح مؤقتًا',
      detail: 'أعد الطلب بعد المدة المذكورة في Retry-After وبمفتاح Idempotency-Key نفسه.',
    },
  },
  'common.INTERNAL': {
    en: {
      title: 'Something went wrong',
      detail:
        'It has been logged under the requestId. Repeating the request is safe with the same Idempotency-Key.',
    },
    ar: {
      title: 'حدث خطأ',
      detail: 'سُجّل الخطأ برقم الطلب. يمكن إعادة الطلب بأمان بمفتاح Idempotency-Key نفسه.',
    },
  },
  'common.PRECONDITION_FAILED': {
    en: { title: 'Changed meanwhile', detail: 'Read it again and repeat your edit.' },
    ar: { title: 'تغيّر في هذه الأثناء', detail: 'اقرأه من جديد ثم أعد تعديلك.' },
  },
  'common.PRECONDITION_REQUIRED': {
    en: { title: 'If-Match required', detail: 'Send If-Match with the ETag you read.' },
    ar: { title: 'الترويسة If-Match مطلوبة', detail: 'أرسل If-Match بقيمة ETag التي قرأتها.' },
  },
  'idempotency.IN_PROGRESS': {
    en: {
      title: 'Still running',
      detail: 'A request with this key is still running. Repeat it in a moment.',
    },
    ar: { title: 'قيد التنفيذ', detail: 'طلب بهذا المفتاح ما زال قيد التنفيذ. أعده بعد لحظة.' },
  },
  'idempotency.MISMATCH': {
    en: {
      title: 'Key used before',
      detail: 'This Idempotency-Key came with another request. Use a fresh key.',
    },
    ar: { title: 'المفتاح مستخدم من قبل', detail: 'استُخدم هذا المفتاح مع طلب آخر. استخدم مفتاحًا جديدًا.' },
  },
  'cart.OFFER_UNAVAILABLE': {
    en: { title: 'Not available', detail: 'This offer cannot be bought at the moment.' },
    ar: { title: 'غير متوفر', detail: 'لا يمكن شراء هذا العرض حاليًا.' },
  },
  'checkout.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'The checkout is no longer open.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لم تعد عملية الشراء مفتوحة.' },
  },
  'checkout.CART_EMPTY': {
    en: { title: 'The cart is empty', detail: 'Put something in the cart first.' },
    ar: { title: 'السلة فارغة', detail: 'أضف منتجًا إلى السلة أولًا.' },
  },
  'checkout.INCOMPLETE': {
    en: { title: 'Checkout incomplete', detail: 'Give what is named as missing, then confirm.' },
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
      detail: 'Nothing was charged. Adjust the named lines and try again.',
    },
    ar: { title: 'منتج لم يعد متوفرًا', detail: 'لم يُحصَّل أي مبلغ. عدّل السطور المذكورة وحاول مرة أخرى.' },
  },
  'checkout.PRICE_CHANGED': {
    en: {
      title: 'A price has changed',
      detail: 'Compare both prices and open the checkout anew if you agree.',
    },
    ar: { title: 'تغيّر أحد الأسعار', detail: 'قارن السعرين وابدأ الشراء من جديد إن وافقت.' },
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
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'seller.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'seller.NO_SELLER': {
    en: { title: 'No seller', detail: 'This account has no seller. Apply first.' },
    ar: { title: 'لا يوجد بائع', detail: 'لا يرتبط هذا الحساب ببائع. قدّم طلبًا أولًا.' },
  },
  'seller.ALREADY_LINKED': {
    en: { title: 'Already a seller', detail: 'An account sells for one seller only.' },
    ar: { title: 'الحساب مرتبط ببائع', detail: 'يرتبط كل حساب ببائع واحد فقط.' },
  },
  'catalogue.SKU_TAKEN': {
    en: { title: 'SKU already used', detail: 'Choose another SKU.' },
    ar: { title: 'رمز SKU مستخدم', detail: 'اختر رمز SKU آخر.' },
  },
  'catalogue.OFFER_EXISTS': {
    en: { title: 'Offer already exists', detail: 'You already offer this variant. Edit that offer.' },
    ar: { title: 'العرض موجود', detail: 'لديك عرض لهذا المنتج. عدّل ذلك العرض.' },
  },
  'delivery.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'delivery.CODE_INVALID': {
    en: { title: 'Wrong delivery code', detail: 'Ask the customer for the newest code.' },
    ar: { title: 'رمز التسليم غير صحيح', detail: 'اطلب من العميل أحدث رمز.' },
  },
  'delivery.CODE_EXPIRED': {
    en: { title: 'The delivery code has expired', detail: 'Request a new one.' },
    ar: { title: 'انتهت صلاحية رمز التسليم', detail: 'اطلب رمزًا جديدًا.' },
  },
  'delivery.CODE_VOID': {
    en: { title: 'The delivery code is void', detail: 'Too many wrong tries. Request a new one.' },
    ar: { title: 'أُلغي رمز التسليم', detail: 'محاولات خاطئة كثيرة. اطلب رمزًا جديدًا.' },
  },
  'delivery.CODE_NOT_REQUESTED': {
    en: { title: 'No delivery code yet', detail: 'Request the code first.' },
    ar: { title: 'لا يوجد رمز تسليم بعد', detail: 'اطلب الرمز أولًا.' },
  },
  'delivery.CASH_MISMATCH': {
    en: { title: 'Amount differs', detail: 'Record exactly the amount due.' },
    ar: { title: 'المبلغ غير مطابق', detail: 'سجّل المبلغ المستحق تمامًا.' },
  },
  'delivery.OFFER_EXPIRED': {
    en: { title: 'The offer has ended', detail: 'This task is no longer offered to you.' },
    ar: { title: 'انتهى العرض', detail: 'لم تعد هذه المهمة معروضة عليك.' },
  },
  'delivery.DRIVER_UNAVAILABLE': {
    en: { title: 'Driver not available', detail: 'The driver is not approved or not on duty.' },
    ar: { title: 'السائق غير متاح', detail: 'السائق غير معتمد أو خارج الدوام.' },
  },
  'delivery.OUTSIDE_ZONES': {
    en: { title: 'Outside the driver’s zones', detail: 'Every stop must lie inside the driver’s zones.' },
    ar: { title: 'خارج مناطق السائق', detail: 'يجب أن تقع كل المحطات داخل مناطق السائق.' },
  },
  'delivery.CAPACITY_EXCEEDED': {
    en: { title: 'No room', detail: 'The driver has no capacity left for this task.' },
    ar: { title: 'لا توجد سعة', detail: 'لا تكفي سعة السائق لهذه المهمة.' },
  },
  'delivery.CASH_LIMIT_EXCEEDED': {
    en: { title: 'Cash limit', detail: 'With this task the driver would carry more cash than allowed.' },
    ar: { title: 'حد النقد', detail: 'سيتجاوز السائق بهذه المهمة حد النقد المسموح.' },
  },
  'delivery.ROUTE_INVALID': {
    en: { title: 'Invalid order of stops', detail: 'These stops can’t be driven in this order.' },
    ar: { title: 'ترتيب غير صالح للمحطات', detail: 'لا يمكن السير على المحطات بهذا الترتيب.' },
  },
  'delivery.NO_ATTEMPT_LEFT': {
    en: { title: 'No attempt left', detail: 'Have the goods returned to the seller.' },
    ar: { title: 'لم تبقَ محاولات توصيل', detail: 'أعِد البضاعة إلى البائع.' },
  },
  'delivery.DISPATCHER_DECIDES': {
    en: {
      title: 'The dispatcher decides',
      detail: 'Keep the goods on board until dispatch says what to do.',
    },
    ar: { title: 'القرار لموظف التوزيع', detail: 'احتفظ بالبضاعة معك حتى يصلك قرار التوزيع.' },
  },
  'delivery.HAND_OVER_OPEN': {
    en: { title: 'Hand-over under way', detail: 'Finish or cancel the present hand-over first.' },
    ar: { title: 'تسليم جارٍ بين سائقين', detail: 'أكمل التسليم الحالي أو ألغِه أولًا.' },
  },
  'delivery.NO_HAND_OVER': {
    en: { title: 'No hand-over', detail: 'No hand-over of this task waits for you.' },
    ar: { title: 'لا يوجد تسليم', detail: 'لا ينتظرك تسليم لهذه المهمة.' },
  },
  'delivery.REVERSAL_TOO_LATE': {
    en: { title: 'Too late to reverse', detail: 'A completion can be reversed for ten minutes.' },
    ar: { title: 'فات أوان التراجع', detail: 'يمكن التراجع عن الإكمال خلال عشر دقائق.' },
  },
  'delivery.CASH_SETTLED': {
    en: {
      title: 'Cash handed in',
      detail: 'The cash of this delivery is part of a hand-in, so its completion stands.',
    },
    ar: { title: 'سُلّم النقد', detail: 'نقد هذه التوصيلة ضمن تسليم نقدي، فلا تراجع عن إكمالها.' },
  },
  'delivery.TOO_MANY_PHOTOS': {
    en: { title: 'Enough pictures', detail: 'This task keeps no more pictures.' },
    ar: { title: 'عدد الصور كافٍ', detail: 'لا يمكن حفظ صور أخرى لهذه المهمة.' },
  },
  'delivery.SELLER_CONFIRMS': {
    en: {
      title: 'The seller confirms this return',
      detail: 'This seller has 24 hours to say what came back. After that, you can confirm it for them.',
    },
    ar: {
      title: 'البائع يؤكد هذا الإرجاع',
      detail: 'لدى هذا البائع 24 ساعة ليؤكد ما أُعيد إليه. بعدها يمكنك التأكيد نيابة عنه.',
    },
  },
  'delivery.QATAR_UNCOVERED': {
    en: { title: 'Qatar would be uncovered', detail: 'One active zone must cover the whole service area.' },
    ar: { title: 'ستبقى قطر دون تغطية', detail: 'يجب أن تغطي منطقة نشطة واحدة كامل نطاق الخدمة.' },
  },
  'delivery.ZONE_INVALID': {
    en: { title: 'Invalid zone', detail: 'Correct the polygon and try again.' },
    ar: { title: 'منطقة غير صالحة', detail: 'صحّح المضلّع وحاول مرة أخرى.' },
  },
  'driver.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'driver.NOT_APPROVED': {
    en: { title: 'Not an approved driver', detail: 'Apply, and wait for approval.' },
    ar: { title: 'لست سائقًا معتمدًا', detail: 'قدّم طلبًا وانتظر الاعتماد.' },
  },
  'driver.ALREADY_APPLIED': {
    en: { title: 'Already applied', detail: 'This account has a driver application.' },
    ar: { title: 'قُدّم الطلب من قبل', detail: 'لهذا الحساب طلب سائق.' },
  },
  'shift.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'shift.WORK_UNFINISHED': {
    en: { title: 'Work unfinished', detail: 'Finish or hand back your tasks before ending the shift.' },
    ar: { title: 'العمل لم يكتمل', detail: 'أنهِ مهامك أو أعدها قبل إنهاء الدوام.' },
  },
  'shift.GOODS_ON_BOARD': {
    en: { title: 'Goods on board', detail: 'Deliver or bring back the goods of the tasks named.' },
    ar: { title: 'توجد بضائع على متن المركبة', detail: 'سلّم بضائع المهام المذكورة أو أعدها أولًا.' },
  },
  'shift.CASH_UNSETTLED': {
    en: {
      title: 'Cash not handed in',
      detail: 'Hand the cash in, or let a dispatcher consent to carrying it over within the limit.',
    },
    ar: {
      title: 'لم يُسلَّم النقد',
      detail: 'سلّم النقد، أو اطلب من الموزّع الموافقة على ترحيله ضمن الحد.',
    },
  },
  'shift.OVERLAP': {
    en: { title: 'Shifts overlap', detail: 'The driver has a planned shift at this time.' },
    ar: { title: 'ورديات متداخلة', detail: 'لدى السائق وردية مخططة في هذا الوقت.' },
  },
  'cash.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'cash.NOTHING_TO_SETTLE': {
    en: { title: 'Nothing to settle', detail: 'The driver holds no cash.' },
    ar: { title: 'لا شيء للتسوية', detail: 'لا يحمل السائق أي نقد.' },
  },
  'cash.SETTLEMENT_OPEN': {
    en: { title: 'A settlement is open', detail: 'Approve the open settlement first.' },
    ar: { title: 'توجد تسوية مفتوحة', detail: 'اعتمد التسوية المفتوحة أولًا.' },
  },
  'cash.SECOND_DISPATCHER_REQUIRED': {
    en: { title: 'A second dispatcher is needed', detail: 'Somebody else than who counted must approve.' },
    ar: { title: 'يلزم موزّع آخر', detail: 'يجب أن يعتمدها شخص غير من عدّ النقد.' },
  },
  'alert.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'See currentState and allowedCommands.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'انظر currentState و allowedCommands.' },
  },
  'admin.SUPER_ADMIN_PROTECTED': {
    en: {
      title: 'Super-administrator protected',
      detail: 'It can be neither demoted, disabled nor deleted.',
    },
    ar: { title: 'المدير الأعلى محمي', detail: 'لا يمكن خفض صلاحياته ولا تعطيله ولا حذفه.' },
  },
};
