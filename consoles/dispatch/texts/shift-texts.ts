import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Shifts and their weekdays. */
export const shiftTexts = defineTexts({
  'shifts.title': { en: 'Shifts', ar: 'الورديات' },
  'shifts.day': { en: 'Day', ar: 'اليوم' },
  'shifts.previous': { en: 'Day before', ar: 'اليوم السابق' },
  'shifts.next': { en: 'Day after', ar: 'اليوم التالي' },
  'shifts.today': { en: 'Today', ar: 'اليوم' },
  'shifts.plan': { en: 'Plan a shift', ar: 'تخطيط وردية' },
  'shifts.empty': { en: 'No shifts on this day', ar: 'لا ورديات في هذا اليوم' },
  'shifts.emptyDetail': {
    en: 'Plan one, or a series for a week and longer.',
    ar: 'خطط وردية، أو سلسلة لأسبوع فأكثر.',
  },
  'shifts.timeline': {
    en: 'Shifts from midnight to midnight',
    ar: 'الورديات من منتصف الليل إلى منتصف الليل',
  },
  'shifts.status.PLANNED': { en: 'Planned', ar: 'مخططة' },
  'shifts.status.STARTED': { en: 'Running', ar: 'جارية' },
  'shifts.status.ENDED': { en: 'Ended', ar: 'انتهت' },
  'shifts.status.MISSED': { en: 'Missed', ar: 'فاتت' },
  'shifts.status.CANCELLED': { en: 'Cancelled', ar: 'ألغيت' },
  'shifts.overrun': { en: 'overrun by {time}', ar: 'تجاوزت بـ {time}' },
  'shifts.notStarted': { en: 'should have begun {time} ago', ar: 'كان يجب أن تبدأ قبل {time}' },
  'shifts.unplanned': { en: 'not planned', ar: 'غير مخططة' },
  'shifts.series': { en: 'series', ar: 'سلسلة' },
  'shifts.start': { en: 'Start', ar: 'البداية' },
  'shifts.end': { en: 'End', ar: 'النهاية' },
  'shifts.breakFrom': { en: 'Break from', ar: 'استراحة من' },
  'shifts.breakTo': { en: 'Break until', ar: 'استراحة إلى' },
  'shifts.once': { en: 'Once', ar: 'مرة واحدة' },
  'shifts.weekly': { en: 'Every week', ar: 'كل أسبوع' },
  'shifts.weekdays': { en: 'Weekdays', ar: 'أيام الأسبوع' },
  'shifts.from': { en: 'From', ar: 'من' },
  'shifts.until': { en: 'Until (optional)', ar: 'حتى (اختياري)' },
  'shifts.edit': { en: 'Move', ar: 'تغيير الموعد' },
  'shifts.cancel': { en: 'Cancel shift', ar: 'إلغاء الوردية' },
  'shifts.cancelSeries': { en: 'Cancel it and the rest of its series', ar: 'إلغاؤها وبقية سلسلتها' },
  'shifts.endNow': { en: 'End shift', ar: 'إنهاء الوردية' },
  'shifts.carryCash': { en: 'The driver keeps the cash on hand', ar: 'يحتفظ السائق بالنقد' },
  'shifts.planned': {
    en: '{count, plural, one {# shift planned} other {# shifts planned}}',
    ar: '{count, plural, =0 {لا ورديات} one {خُططت وردية واحدة} two {خُططت ورديتان} few {خُططت # ورديات} many {خُططت # وردية} other {خُططت # وردية}}',
  },
  'shifts.saved': { en: 'The shift is up to date', ar: 'حُدّثت الوردية' },
  'shifts.endsNextDay': { en: 'ends on the next day', ar: 'تنتهي في اليوم التالي' },

  'weekday.SUNDAY': { en: 'Sun', ar: 'الأحد' },
  'weekday.MONDAY': { en: 'Mon', ar: 'الاثنين' },
  'weekday.TUESDAY': { en: 'Tue', ar: 'الثلاثاء' },
  'weekday.WEDNESDAY': { en: 'Wed', ar: 'الأربعاء' },
  'weekday.THURSDAY': { en: 'Thu', ar: 'الخميس' },
  'weekday.FRIDAY': { en: 'Fri', ar: 'الجمعة' },
  'weekday.SATURDAY': { en: 'Sat', ar: 'السبت' },
});

export const useShiftText = textHook(shiftTexts);
