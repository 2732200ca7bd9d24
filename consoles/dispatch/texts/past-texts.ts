import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** The time machine, and the moments it can go to. */
export const pastTexts = defineTexts({
  'past.title': { en: 'Time machine', ar: 'عرض وقت سابق' },
  'past.open': { en: 'Go back in time', ar: 'الرجوع إلى وقت سابق' },
  'past.now': { en: 'Back to now', ar: 'العودة إلى الآن' },
  'past.showing': { en: 'You see the past: {time}', ar: 'ترى الماضي: {time}' },
  'past.scrub': { en: 'Second of the day', ar: 'ثانية من اليوم' },
  'past.play': { en: 'Play', ar: 'تشغيل' },
  'past.pause': { en: 'Pause', ar: 'إيقاف' },
  'past.speed': { en: 'Speed', ar: 'السرعة' },
  'past.times': { en: '{count}×', ar: '{count}×' },
  'past.back': { en: 'A minute back', ar: 'دقيقة إلى الوراء' },
  'past.forward': { en: 'A minute on', ar: 'دقيقة إلى الأمام' },
  'past.previous': { en: 'Previous event', ar: 'الحدث السابق' },
  'past.next': { en: 'Next event', ar: 'الحدث التالي' },
  'past.day': { en: 'Day', ar: 'اليوم' },
  'past.time': { en: 'Time', ar: 'الوقت' },
  'past.moments': { en: 'Events', ar: 'الأحداث' },
  'past.noMoments': { en: 'No events on this day.', ar: 'لا أحداث في هذا اليوم.' },
  'past.incomplete': { en: 'Some of it could not be rebuilt.', ar: 'تعذّر استرجاع بعضه.' },
  'past.readOnly': { en: 'The past can be looked at, not changed.', ar: 'الماضي للمشاهدة لا للتغيير.' },
  'past.loading': { en: 'Going there …', ar: 'جارٍ الانتقال …' },

  'moment.ALERT_RAISED': { en: 'Alert raised', ar: 'تنبيه' },
  'moment.ALERT_RESOLVED': { en: 'Alert resolved', ar: 'حُلّ تنبيه' },
  'moment.TASK_FAILED': { en: 'Delivery failed', ar: 'تعذّر توصيل' },
  'moment.TASK_RETURNING': { en: 'Goods go back', ar: 'بضاعة قيد الإرجاع' },
  'moment.TASK_RETURNED': { en: 'Goods are back', ar: 'أُرجعت بضاعة' },
  'moment.TASK_WRITTEN_OFF': { en: 'Written off', ar: 'شُطبت' },
  'moment.TASK_CANCELLED': { en: 'Cancelled', ar: 'ألغيت' },
  'moment.SHIFT_STARTED': { en: 'Shift started', ar: 'بدأت وردية' },
  'moment.SHIFT_ENDED': { en: 'Shift ended', ar: 'انتهت وردية' },
  'moment.SHIFT_MISSED': { en: 'Shift missed', ar: 'فاتت وردية' },
  'moment.SHIFT_CANCELLED': { en: 'Shift cancelled', ar: 'ألغيت وردية' },
  'moment.BREAK_STARTED': { en: 'Break', ar: 'استراحة' },
  'moment.BREAK_ENDED': { en: 'Break over', ar: 'انتهت استراحة' },
  'moment.DRIVER_SUSPENDED': { en: 'Driver suspended', ar: 'أُوقف سائق' },
  'moment.SETTLEMENT_PENDING_APPROVAL': { en: 'Counted cash differed', ar: 'فرق في النقد المعدود' },
  'moment.ZONE_CREATED': { en: 'Zone created', ar: 'أنشئت منطقة' },
  'moment.ZONE_CHANGED': { en: 'Zone changed', ar: 'عُدّلت منطقة' },
  'moment.ZONE_DELETED': { en: 'Zone deleted', ar: 'حُذفت منطقة' },
});

export const usePastText = textHook(pastTexts);
