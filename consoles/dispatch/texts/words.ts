import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The domain's terms, as every screen uses them. */
export const words = defineTexts({
  'nav.board': { en: 'Board', ar: 'اللوحة' },
  'nav.alerts': { en: 'Alerts', ar: 'التنبيهات' },
  'nav.shifts': { en: 'Shifts', ar: 'الورديات' },
  'nav.cash': { en: 'Cash', ar: 'النقد' },
  'nav.drivers': { en: 'Drivers', ar: 'السائقون' },
  'nav.zones': { en: 'Zones', ar: 'المناطق' },
  'nav.day': { en: 'Day', ar: 'اليوم' },
  'nav.label': { en: 'Screens', ar: 'الشاشات' },
  'nav.search': { en: 'Find', ar: 'بحث' },

  'status.UNASSIGNED': { en: 'Waiting', ar: 'بانتظار سائق' },
  'status.ASSIGNED': { en: 'Offered', ar: 'معروضة' },
  'status.ACCEPTED': { en: 'Accepted', ar: 'مقبولة' },
  'status.PICKED_UP': { en: 'Picked up', ar: 'استُلمت' },
  'status.IN_TRANSIT': { en: 'On the way', ar: 'في الطريق' },
  'status.ARRIVED': { en: 'At the door', ar: 'عند الباب' },
  'status.CODE_VERIFIED': {
    en: 'Code verified',
    ar: 'تم التحقق من الرمز',
  },
  'status.CASH_RECORDED': { en: 'Cash taken', ar: 'النقد مستلم' },
  'status.COMPLETED': { en: 'Delivered', ar: 'سُلّمت' },
  'status.CANCELLED': { en: 'Cancelled', ar: 'ملغاة' },
  'status.FAILED': { en: 'Failed', ar: 'تعذّرت' },
  'status.RETURNING': { en: 'Going back', ar: 'قيد الإرجاع' },
  'status.RETURNED': { en: 'Returned', ar: 'أُرجعت' },
  'status.WRITTEN_OFF': { en: 'Written off', ar: 'شُطبت' },

  'section.late': { en: 'Late', ar: 'متأخرة' },
  'section.failed': {
    en: 'To decide',
    ar: 'بانتظار قرار',
  },
  'section.risk': { en: 'At risk', ar: 'معرّضة للتأخر' },
  'section.waiting': { en: 'Waiting for a driver', ar: 'بانتظار سائق' },
  'section.underWay': { en: 'Under way', ar: 'قيد التوصيل' },
  'section.returning': { en: 'Going back', ar: 'قيد الإرجاع' },
  'section.ended': { en: 'Ended in the last hour', ar: 'انتهت في الساعة الأخيرة' },

  'look.idle': { en: 'Free', ar: 'متاح' },
  'look.driving': { en: 'Working', ar: 'يعمل' },
  'look.break': { en: 'On break', ar: 'في استراحة' },
  'look.stale': {
    en: 'No signal',
    ar: 'بلا إشارة',
  },
  'look.offline': { en: 'Offline', ar: 'غير متصل' },

  'next.RETRY': { en: 'Usually: another attempt', ar: 'المعتاد: محاولة أخرى' },
  'next.CONTACT': { en: 'Usually: call the buyer first', ar: 'المعتاد: اتصل بالمشتري أولًا' },
  'next.RETURN': { en: 'Usually: back to the seller', ar: 'المعتاد: الإرجاع إلى البائع' },
  'next.WRITE_OFF': { en: 'Usually: write off', ar: 'المعتاد: الشطب' },
  'next.DECIDE': {
    en: 'Read the note and decide',
    ar: 'اقرأ الملاحظة وقرّر',
  },

  'stop.PICKUP': { en: 'Pick up', ar: 'استلام' },
  'stop.DROPOFF': { en: 'Deliver', ar: 'تسليم' },
  'stop.RETURN': { en: 'Bring back', ar: 'إرجاع' },

  'vehicle.BICYCLE': { en: 'Bicycle', ar: 'دراجة هوائية' },
  'vehicle.MOTORCYCLE': { en: 'Motorcycle', ar: 'دراجة نارية' },
  'vehicle.CAR': { en: 'Car', ar: 'سيارة' },
  'vehicle.VAN': { en: 'Van', ar: 'شاحنة صغيرة' },

  'driverStatus.APPLIED': { en: 'Applied', ar: 'قدّم طلبًا' },
  'driverStatus.APPROVED': { en: 'Approved', ar: 'معتمد' },
  'driverStatus.REJECTED': { en: 'Rejected', ar: 'مرفوض' },
  'driverStatus.SUSPENDED': { en: 'Suspended', ar: 'موقوف' },

  'actor.BUYER': { en: 'Buyer', ar: 'المشتري' },
  'actor.SELLER_OWNER': { en: 'Seller', ar: 'البائع' },
  'actor.SELLER_STAFF': { en: 'Seller', ar: 'البائع' },
  'actor.DRIVER': { en: 'Driver', ar: 'السائق' },
  'actor.DISPATCHER': { en: 'Dispatcher', ar: 'المنسّق' },
  'actor.ADMIN': { en: 'Administrator', ar: 'المسؤول' },
  'actor.SYSTEM': { en: 'automatically', ar: 'تلقائيًا' },

  'party.BUYER': { en: 'Buyer', ar: 'المشتري' },
  'party.SELLER': { en: 'Seller', ar: 'البائع' },
  'party.DRIVER': { en: 'Driver', ar: 'السائق' },

  'severity.INFO': { en: 'For information', ar: 'للعلم' },
  'severity.WARNING': { en: 'Warning', ar: 'تحذير' },
  'severity.CRITICAL': { en: 'Critical', ar: 'حرج' },

  'common.save': { en: 'Save', ar: 'حفظ' },
  'common.apply': { en: 'Apply', ar: 'تطبيق' },
  'common.undo': { en: 'Undo', ar: 'تراجع' },
  'common.undone': { en: 'Undone', ar: 'تم التراجع' },
  'common.nothingToUndo': { en: 'There is nothing to undo', ar: 'لا شيء للتراجع عنه' },
  'common.reason': { en: 'Reason', ar: 'السبب' },
  'common.note': { en: 'Note', ar: 'ملاحظة' },
  'common.driver': { en: 'Driver', ar: 'السائق' },
  'common.none': { en: 'None', ar: 'لا يوجد' },
  'common.all': { en: 'All', ar: 'الكل' },
  'common.more': { en: 'Show more', ar: 'عرض المزيد' },
  'common.actions': { en: 'Actions', ar: 'الإجراءات' },
  'common.tasks': {
    en: '{count, plural, =0 {no tasks} one {# task} other {# tasks}}',
    ar: '{count, plural, =0 {لا مهام} one {مهمة واحدة} two {مهمتان} few {# مهام} many {# مهمة} other {# مهمة}}',
  },
  'common.items': {
    en: '{count, plural, one {# item} other {# items}}',
    ar: '{count, plural, =0 {لا قطع} one {قطعة واحدة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطعة}}',
  },
  'common.address': {
    en: 'Zone {zone}, street {street}, building {building}',
    ar: 'منطقة {zone}، شارع {street}، مبنى {building}',
  },
  'common.noAnswer': {
    en: 'The service did not answer, so it is not known whether this was done. The screen shows the current state.',
    ar: 'لم تستجب الخدمة، فلا يُعرف إن كان ذلك قد تم. الشاشة تعرض الوضع الحالي.',
  },
});

export const useWords = textHook(words);
