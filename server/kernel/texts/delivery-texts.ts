import type { ProblemTexts } from './problem-text.ts';

/** Problems of delivery: tasks, drivers, shifts, cash and alerts. */
export const DELIVERY_TEXTS = {
  'delivery.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
  },
  'delivery.CODE_INVALID': {
    en: { title: 'Wrong delivery code', detail: 'Ask the buyer for the newest code.' },
    ar: { title: 'رمز التسليم غير صحيح', detail: 'اطلب من المشتري أحدث رمز.' },
  },
  'delivery.CODE_EXPIRED': {
    en: { title: 'The delivery code has expired', detail: 'Request a new one.' },
    ar: { title: 'انتهت صلاحية رمز التسليم', detail: 'اطلب رمزًا جديدًا.' },
  },
  'delivery.CODE_VOID': {
    en: { title: 'The delivery code is void', detail: 'Too many wrong tries. Request a new one.' },
    ar: { title: 'أُلغي رمز التسليم', detail: 'محاولات خاطئة كثيرة. اطلب رمزًا جديدًا.' },
  },
  'delivery.CODES_EXHAUSTED': {
    en: {
      title: 'Too many wrong delivery codes',
      detail: 'Codes are no longer accepted for this delivery. Ask a dispatcher to confirm it.',
    },
    ar: {
      title: 'رموز تسليم خاطئة كثيرة',
      detail: 'لم تعد الرموز مقبولة لهذا التسليم. اطلب من غرفة التوصيل تأكيده.',
    },
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
    ar: { title: 'السائق غير متاح', detail: 'السائق غير معتمد أو خارج الخدمة.' },
  },
  'delivery.OUTSIDE_ZONES': {
    en: { title: 'Outside the driver’s zones', detail: 'Every stop must lie inside the driver’s zones.' },
    ar: { title: 'خارج مناطق السائق', detail: 'يجب أن تقع كل المحطات داخل مناطق السائق.' },
  },
  'delivery.CAPACITY_EXCEEDED': {
    en: { title: 'No capacity', detail: 'The driver has no capacity left for this task.' },
    ar: { title: 'لا توجد سعة', detail: 'لا تكفي سعة السائق لهذه المهمة.' },
  },
  'delivery.CASH_LIMIT_EXCEEDED': {
    en: { title: 'Cash limit', detail: 'With this task the driver would hold more cash than allowed.' },
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
    ar: { title: 'القرار للمنسّق', detail: 'احتفظ بالبضاعة معك حتى يصلك قراره.' },
  },
  'delivery.HAND_OVER_OPEN': {
    en: { title: 'Hand-over under way', detail: 'Finish or cancel the current hand-over first.' },
    ar: { title: 'تسليم جارٍ بين سائقين', detail: 'أكمل التسليم الحالي أو ألغِه أولًا.' },
  },
  'delivery.NO_HAND_OVER': {
    en: { title: 'No hand-over', detail: 'No hand-over of this task is waiting for you.' },
    ar: { title: 'لا يوجد تسليم', detail: 'لا ينتظرك تسليم لهذه المهمة.' },
  },
  'delivery.REVERSAL_TOO_LATE': {
    en: { title: 'Too late to reverse', detail: 'A completion can be reversed for ten minutes.' },
    ar: { title: 'فات أوان التراجع', detail: 'يمكن التراجع عن الإتمام خلال عشر دقائق.' },
  },
  'delivery.CASH_SETTLED': {
    en: {
      title: 'Cash handed in',
      detail: 'The cash of this delivery is part of a hand-in, so its completion stands.',
    },
    ar: { title: 'سُلّم النقد', detail: 'نقد هذه التوصيلة ضمن تسليم نقدي، فلا يمكن التراجع عن إتمامها.' },
  },
  'delivery.TOO_MANY_PHOTOS': {
    en: { title: 'Too many photos', detail: 'No more photos can be added to this task.' },
    ar: { title: 'عدد الصور كافٍ', detail: 'لا يمكن حفظ صور أخرى لهذه المهمة.' },
  },
  'delivery.SELLER_CONFIRMS': {
    en: {
      title: 'The seller confirms this return',
      detail: 'This seller has 24 hours to confirm what came back. After that, you can confirm it for them.',
    },
    ar: {
      title: 'البائع يؤكد هذا الإرجاع',
      detail: 'لدى هذا البائع 24 ساعة ليؤكد ما أُعيد إليه. بعدها يمكنك التأكيد نيابة عنه.',
    },
  },
  'delivery.QATAR_UNCOVERED': {
    en: {
      title: 'Part of Qatar would be uncovered',
      detail: 'One active zone must cover the whole service area.',
    },
    ar: { title: 'لن تكون قطر مغطاة بالكامل', detail: 'يجب أن تغطي منطقة مفعّلة واحدة كامل نطاق الخدمة.' },
  },
  'delivery.ZONE_INVALID': {
    en: { title: 'Invalid zone', detail: 'Correct the outline and try again.' },
    ar: { title: 'منطقة غير صالحة', detail: 'صحّح حدود المنطقة وحاول مرة أخرى.' },
  },
  'driver.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
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
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
  },
  'shift.WORK_UNFINISHED': {
    en: { title: 'Work unfinished', detail: 'Finish or hand back your tasks before ending the shift.' },
    ar: { title: 'العمل لم يكتمل', detail: 'أنهِ مهامك أو أعدها قبل إنهاء الوردية.' },
  },
  'shift.GOODS_ON_BOARD': {
    en: { title: 'Goods on board', detail: 'Deliver or bring back the goods of the listed tasks.' },
    ar: { title: 'توجد بضائع على متن المركبة', detail: 'سلّم بضائع المهام المذكورة أو أعدها أولًا.' },
  },
  'shift.CASH_UNSETTLED': {
    en: {
      title: 'Cash not handed in',
      detail: 'Hand the cash in, or ask a dispatcher to let you keep it within the limit.',
    },
    ar: {
      title: 'لم يُسلَّم النقد',
      detail: 'سلّم النقد، أو اطلب من المنسّق السماح لك بالاحتفاظ به ضمن الحد.',
    },
  },
  'shift.OVERLAP': {
    en: { title: 'Shifts overlap', detail: 'The driver has a planned shift at this time.' },
    ar: { title: 'ورديات متداخلة', detail: 'لدى السائق وردية مخططة في هذا الوقت.' },
  },
  'cash.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
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
    en: {
      title: 'A second dispatcher is needed',
      detail: 'It must be approved by someone other than the person who counted.',
    },
    ar: { title: 'يلزم منسّق آخر', detail: 'يجب أن يعتمدها شخص غير من عدّ النقد.' },
  },
  'alert.INVALID_STATE': {
    en: { title: 'Not possible in this state', detail: 'This cannot be done in the current state.' },
    ar: { title: 'غير ممكن في هذه الحالة', detail: 'لا يمكن ذلك في الوضع الحالي.' },
  },
} as const satisfies ProblemTexts;
