import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The time machine, and the moments it can go to. */
export const pastTexts = defineTexts({
  'past.title': { en: 'Time machine', ar: 'عرض وقت سابق' },
  'past.open': { en: 'Go back in time', ar: 'الرجوع إلى وقت سابق' },
  'past.now': { en: 'Back to now', ar: 'العودة إلى الآن' },
  'past.showing': {
    en: 'You are looking at {time}',
    ar: 'تعرض الشاشة {time}',
  },
  'past.scrub': { en: 'Second of the day', ar: 'ثانية من اليوم' },
  'past.play': { en: 'Play', ar: 'تشغيل' },
  'past.pause': { en: 'Pause', ar: 'إيقاف' },
  'past.speed': { en: 'Speed', ar: 'السرعة' },
  'past.times': { en: '{count}×', ar: '{count}×' },
  'past.back': { en: 'A minute back', ar: 'دقيقة إلى الوراء' },
  'past.forward': {
    en: 'A minute forward',
    ar: 'دقيقة إلى الأمام',
  },
  'past.previous': { en: 'Previous event', ar: 'الحدث السابق' },
  'past.next': { en: 'Next event', ar: 'الحدث التالي' },
  'past.day': { en: 'Day', ar: 'اليوم' },
  'past.time': { en: 'Time', ar: 'الوقت' },
  'past.moments': { en: 'Events', ar: 'الأحداث' },
  'past.noMoments': { en: 'No events on this day.', ar: 'لا أحداث في هذا اليوم.' },
  'past.incomplete': {
    en: 'Parts of it could not be reconstructed.',
    ar: 'تعذّر استرجاع بعضه.',
  },
  'past.readOnly': {
    en: 'The past can be viewed, not changed.',
    ar: 'الماضي للمشاهدة لا للتغيير.',
  },
  'past.loading': {
    en: 'Loading …',
    ar: 'جارٍ التحميل …',
  },

  'moments.times': { en: '{what} × {count}', ar: '{what} × {count}' },
  'moments.more': { en: '{names} and {count} more', ar: '{names} وغير ذلك ({count})' },

  'moment.ALERT_RAISED': {
    en: 'Alert raised',
    ar: 'أُطلق تنبيه',
  },
  'moment.ALERT_RESOLVED': { en: 'Alert resolved', ar: 'حُلّ تنبيه' },
  'moment.TASK_FAILED': { en: 'Delivery failed', ar: 'تعذّر توصيل' },
  'moment.TASK_RETURNING': {
    en: 'Goods on their way back',
    ar: 'بضاعة قيد الإرجاع',
  },
  'moment.TASK_RETURNED': { en: 'Goods are back', ar: 'أُرجعت بضاعة' },
  'moment.TASK_WRITTEN_OFF': {
    en: 'Goods written off',
    ar: 'شُطبت بضاعة',
  },
  'moment.TASK_CANCELLED': {
    en: 'Delivery cancelled',
    ar: 'أُلغي توصيل',
  },
  'moment.SHIFT_STARTED': { en: 'Shift started', ar: 'بدأت وردية' },
  'moment.SHIFT_ENDED': { en: 'Shift ended', ar: 'انتهت وردية' },
  'moment.SHIFT_MISSED': { en: 'Shift missed', ar: 'فاتت وردية' },
  'moment.SHIFT_CANCELLED': {
    en: 'Shift cancelled',
    ar: 'أُلغيت وردية',
  },
  'moment.BREAK_STARTED': {
    en: 'Break started',
    ar: 'بدأت استراحة',
  },
  'moment.BREAK_ENDED': {
    en: 'Break ended',
    ar: 'انتهت استراحة',
  },
  'moment.DRIVER_SUSPENDED': { en: 'Driver suspended', ar: 'أُوقف سائق' },
  'moment.SETTLEMENT_PENDING_APPROVAL': { en: 'Counted cash differed', ar: 'فرق في النقد المعدود' },
  'moment.ZONE_CREATED': { en: 'Zone created', ar: 'أنشئت منطقة' },
  'moment.ZONE_CHANGED': { en: 'Zone changed', ar: 'عُدّلت منطقة' },
  'moment.ZONE_DELETED': { en: 'Zone deleted', ar: 'حُذفت منطقة' },
});

export const usePastText = textHook(pastTexts);
