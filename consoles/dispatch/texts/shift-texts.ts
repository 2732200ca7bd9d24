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
    en: 'Plan a single shift, or a series that repeats every week.',
    ar: 'خطّط وردية واحدة، أو سلسلة تتكرر كل أسبوع.',
  },
  'shifts.timeline': {
    en: 'Shifts from midnight to midnight',
    ar: 'الورديات من منتصف الليل إلى منتصف الليل',
  },
  'shifts.status.PLANNED': { en: 'Planned', ar: 'مخططة' },
  'shifts.status.STARTED': { en: 'Running', ar: 'جارية' },
  'shifts.status.ENDED': { en: 'Ended', ar: 'انتهت' },
  'shifts.status.MISSED': { en: 'Missed', ar: 'فاتت' },
  'shifts.status.CANCELLED': {
    en: 'Cancelled',
    ar: 'ملغاة',
  },
  'shifts.overrun': { en: '{time} over', ar: 'تجاوزت موعدها بـ {time}' },
  'shifts.notStarted': { en: '{time} late to start', ar: 'تأخرت بدايتها {time}' },
  'shifts.unplanned': {
    en: 'unplanned',
    ar: 'غير مخططة',
  },
  'shifts.series': { en: 'repeats every week', ar: 'تتكرر كل أسبوع' },
  'shifts.start': { en: 'Start', ar: 'البداية' },
  'shifts.end': { en: 'End', ar: 'النهاية' },
  'shifts.length': { en: '{time} long', ar: 'مدتها {time}' },
  'shifts.lengthOvernight': {
    en: '{time} long, ends on the next day',
    ar: 'مدتها {time}، وتنتهي في اليوم التالي',
  },
  'shifts.breaks': { en: 'Breaks', ar: 'الاستراحات' },
  'shifts.addBreak': { en: 'Add a break', ar: 'إضافة استراحة' },
  'shifts.findDriver': { en: 'Type a name', ar: 'اكتب اسمًا' },
  'shifts.noDriver': { en: 'No approved driver has this name.', ar: 'لا سائق معتمدًا بهذا الاسم.' },
  'shifts.filter': { en: 'Find a driver', ar: 'ابحث عن سائق' },
  'shifts.noMatch': { en: 'No driver of this name has a shift', ar: 'لا وردية لسائق بهذا الاسم' },
  'shifts.legend': { en: 'What the bars mean', ar: 'معاني الأشرطة' },
  'shifts.kind.plan': { en: 'Planned', ar: 'مخططة' },
  'shifts.kind.run': { en: 'On duty', ar: 'في الخدمة' },
  'shifts.kind.break': { en: 'Break', ar: 'استراحة' },
  'shifts.kind.overrun': {
    en: 'Overtime',
    ar: 'بعد موعد النهاية',
  },
  'shifts.kind.missing': {
    en: 'Overdue to start',
    ar: 'تأخرت بدايتها',
  },
  'shifts.kind.missed': { en: 'Missed', ar: 'فائتة' },
  'shifts.kind.cancelled': { en: 'Cancelled', ar: 'ملغاة' },
  'shifts.breakFrom': { en: 'Break from', ar: 'استراحة من' },
  'shifts.breakTo': { en: 'Break until', ar: 'استراحة حتى' },
  'shifts.repeats': { en: 'Repeats', ar: 'التكرار' },
  'shifts.once': { en: 'Does not repeat', ar: 'لا تتكرر' },
  'shifts.weekly': { en: 'Every week', ar: 'كل أسبوع' },
  'shifts.weekdays': { en: 'Weekdays', ar: 'أيام الأسبوع' },
  'shifts.from': { en: 'From', ar: 'من' },
  'shifts.until': { en: 'Until (optional)', ar: 'حتى (اختياري)' },
  'shifts.edit': { en: 'Save times', ar: 'حفظ المواعيد' },
  'shifts.cancel': { en: 'Cancel shift', ar: 'إلغاء الوردية' },
  'shifts.cancelSeries': { en: 'Cancel this and all later ones', ar: 'إلغاء هذه وكل ما بعدها' },
  'shifts.endNow': { en: 'End shift', ar: 'إنهاء الوردية' },
  'shifts.carryCash': { en: 'The driver keeps the cash on hand', ar: 'يحتفظ السائق بالنقد' },
  'shifts.planned': {
    en: '{count, plural, one {# shift planned} other {# shifts planned}}',
    ar: '{count, plural, =0 {لا ورديات} one {خُططت وردية واحدة} two {خُططت ورديتان} few {خُططت # ورديات} many {خُططت # وردية} other {خُططت # وردية}}',
  },
  'shifts.saved': { en: 'The shift was changed', ar: 'عُدّلت الوردية' },

  'fault.needed': { en: 'Choose a time.', ar: 'اختر وقتًا.' },
  'fault.sameAsStart': { en: 'Choose another time than the start.', ar: 'اختر وقتًا غير وقت البداية.' },
  'fault.tooLong': {
    en: 'A shift lasts {hours, plural, one {# hour} other {# hours}} at most. Plan two shifts instead.',
    ar: 'أقصى مدة للوردية {hours, plural, zero {# ساعة} one {ساعة واحدة} two {ساعتان} few {# ساعات} many {# ساعة} other {# ساعة}}. خطّط ورديتين بدلًا منها.',
  },
  'fault.breakHalf': {
    en: 'A break needs both times. Clear both for no break.',
    ar: 'تحتاج الاستراحة إلى وقتين. امسحهما معًا إن لم تُرد استراحة.',
  },
  'fault.breakOutside': {
    en: 'Breaks must lie within the shift, one after the other.',
    ar: 'يجب أن تقع الاستراحات ضمن الوردية، واحدة بعد الأخرى.',
  },
  'fault.past': {
    en: 'This has passed: it is {time} now. Choose a later time.',
    ar: 'مضى هذا الوقت: الآن {time}. اختر وقتًا لاحقًا.',
  },
  'fault.noWeekday': { en: 'Choose at least one day.', ar: 'اختر يومًا واحدًا على الأقل.' },
  'fault.untilBeforeFrom': { en: 'Choose a day after the first one.', ar: 'اختر يومًا بعد اليوم الأول.' },

  'weekday.SUNDAY': { en: 'Sun', ar: 'الأحد' },
  'weekday.MONDAY': { en: 'Mon', ar: 'الاثنين' },
  'weekday.TUESDAY': { en: 'Tue', ar: 'الثلاثاء' },
  'weekday.WEDNESDAY': { en: 'Wed', ar: 'الأربعاء' },
  'weekday.THURSDAY': { en: 'Thu', ar: 'الخميس' },
  'weekday.FRIDAY': { en: 'Fri', ar: 'الجمعة' },
  'weekday.SATURDAY': { en: 'Sat', ar: 'السبت' },
});

export const useShiftText = textHook(shiftTexts);
