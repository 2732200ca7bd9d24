import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

export const alertTexts = defineTexts({
  'alerts.title': { en: 'Alerts', ar: 'التنبيهات' },
  'alerts.unresolved': { en: 'Unresolved', ar: 'غير محلولة' },
  'alerts.open': { en: 'Open', ar: 'مفتوحة' },
  'alerts.acknowledged': {
    en: 'Being handled',
    ar: 'قيد المعالجة',
  },
  'alerts.resolved': { en: 'Resolved', ar: 'محلولة' },
  'alerts.filter': { en: 'Status', ar: 'الحالة' },
  'alerts.severity': { en: 'Severity', ar: 'الأهمية' },
  'alerts.empty': { en: 'No alerts', ar: 'لا تنبيهات' },
  'alerts.emptyDetail': {
    en: 'Nothing needs your attention right now.',
    ar: 'لا شيء يحتاج إلى تدخلك حاليًا.',
  },
  'alerts.emptyFiltered': {
    en: 'No alert matches this selection.',
    ar: 'لا تنبيه يطابق هذا الاختيار.',
  },
  'alerts.acknowledge': {
    en: 'I’ll handle it',
    ar: 'سأتولاه',
  },
  'alerts.resolve': { en: 'Resolve', ar: 'إنهاء' },
  'alerts.resolveAll': { en: 'Resolve selected', ar: 'إنهاء المحدد' },
  'alerts.acknowledgeAll': {
    en: 'Handle selected',
    ar: 'تولّي المحدد',
  },
  'alerts.raised': { en: 'raised {time}', ar: 'أُطلق {time}' },
  'alerts.note': { en: 'Note (optional)', ar: 'ملاحظة (اختياري)' },
  'alerts.history': { en: 'History', ar: 'السجل' },
  'alerts.show.task': { en: 'Show the task', ar: 'عرض المهمة' },
  'alerts.show.driver': { en: 'Show the driver', ar: 'عرض السائق' },
  'alerts.details': { en: 'Details', ar: 'التفاصيل' },
  'keys.next': { en: 'Next alert', ar: 'التنبيه التالي' },
  'keys.former': { en: 'Previous alert', ar: 'التنبيه السابق' },
  'keys.open': { en: 'Show what it is about', ar: 'عرض ما يخصه التنبيه' },
  'alerts.thatMoment': { en: 'Show that moment', ar: 'عرض تلك اللحظة' },
  'alerts.done': {
    en: '{count, plural, one {# alert updated} other {# alerts updated}}',
    ar: '{count, plural, =0 {لم يُحدَّث أي تنبيه} one {حُدِّث تنبيه واحد} two {حُدِّث تنبيهان} few {حُدِّثت # تنبيهات} many {حُدِّث # تنبيهًا} other {حُدِّث # تنبيه}}',
  },

  'alerts.andMore': {
    en: '{count, plural, one {and # more} other {and # more}}',
    ar: '{count, plural, =0 {} one {وتنبيه آخر} two {وتنبيهان آخران} few {و# تنبيهات أخرى} many {و# تنبيهًا آخر} other {و# تنبيه آخر}}',
  },
  'alerts.about': {
    en: '{count, plural, one {# case} other {# cases}}',
    ar: '{count, plural, =0 {لا حالات} one {حالة واحدة} two {حالتان} few {# حالات} many {# حالة} other {# حالة}}',
  },
  'alerts.cases': { en: 'What it is about', ar: 'الحالات المعنية' },
  'alerts.since': { en: 'since {time}', ar: 'منذ {time}' },
  'alerts.fresh': {
    en: '{count, plural, one {Show # new alert} other {Show # new alerts}}',
    ar: '{count, plural, =0 {لا جديد} one {عرض تنبيه جديد} two {عرض تنبيهين جديدين} few {عرض # تنبيهات جديدة} many {عرض # تنبيهًا جديدًا} other {عرض # تنبيه جديد}}',
  },
  'alerts.over': {
    en: 'No longer open',
    ar: 'لم يعد قائمًا',
  },
  'alerts.all': { en: 'Select all', ar: 'تحديد الكل' },

  'change.RAISED': { en: 'Raised', ar: 'أُطلق' },
  'change.UPDATED': { en: 'Updated', ar: 'حُدّث' },
  'change.updates': {
    en: '{count, plural, one {Updated once} other {Updated # times}} since {time}',
    ar: '{count, plural, zero {لم يُحدَّث} one {حُدّث مرة واحدة} two {حُدّث مرتين} few {حُدّث # مرات} many {حُدّث # مرة} other {حُدّث # مرة}} منذ {time}',
  },
  'change.ESCALATED': { en: 'Became critical', ar: 'صار حرجًا' },
  'change.ACKNOWLEDGED': {
    en: 'Being handled',
    ar: 'تولاه منسّق',
  },
  'change.REOPENED': { en: 'Came back', ar: 'عاد من جديد' },
  'change.RESOLVED': { en: 'Resolved', ar: 'حُلّ' },

  'new.open': { en: 'Open', ar: 'فتح' },
});

export const useAlertText = textHook(alertTexts);
