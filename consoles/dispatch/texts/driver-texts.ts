import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Drivers: the panel of one, and the list of all with their terms. */
export const driverTexts = defineTexts({
  'panel.label': { en: 'Driver {name}', ar: 'السائق {name}' },
  'panel.tasks': { en: 'Tasks', ar: 'المهام' },
  'panel.room': { en: 'On board and assigned', ar: 'على متن المركبة ومحجوز' },
  'panel.cash': { en: 'Cash', ar: 'النقد' },
  'panel.shiftEnds': { en: 'Shift ends', ar: 'نهاية الوردية' },
  'panel.onlyTheirs': { en: 'Only their tasks', ar: 'مهامه فقط' },
  'panel.assignHere': {
    en: '{count, plural, one {Assign # task here} other {Assign # tasks here}}',
    ar: '{count, plural, zero {إسناد مهام إليه} one {إسناد مهمة واحدة إليه} two {إسناد مهمتين إليه} few {إسناد # مهام إليه} many {إسناد # مهمة إليه} other {إسناد # مهمة إليه}}',
  },
  'panel.details': {
    en: 'Terms and zones',
    ar: 'السعة والحد النقدي والمناطق',
  },
  'panel.gone': { en: 'This driver does not exist', ar: 'هذا السائق غير موجود' },

  'drivers.title': { en: 'Drivers', ar: 'السائقون' },
  'drivers.status': { en: 'Status', ar: 'الحالة' },
  'drivers.name': { en: 'Name', ar: 'الاسم' },
  'drivers.phone': { en: 'Phone', ar: 'الهاتف' },
  'drivers.vehicle': { en: 'Vehicle', ar: 'المركبة' },
  'drivers.zones': { en: 'Zones', ar: 'المناطق' },
  'drivers.limit': { en: 'Cash limit', ar: 'حد النقد' },
  'drivers.capacity': { en: 'Capacity (units)', ar: 'السعة (وحدات)' },
  'drivers.approve': { en: 'Approve', ar: 'اعتماد' },
  'drivers.reject': { en: 'Reject', ar: 'رفض' },
  'drivers.suspend': { en: 'Suspend', ar: 'إيقاف' },
  'drivers.reinstate': { en: 'Reinstate', ar: 'إعادة إلى العمل' },
  'drivers.edit': { en: 'Edit limits', ar: 'تعديل الحدود' },
  'drivers.carryOver': { en: 'Let the driver keep the cash', ar: 'السماح للسائق بالاحتفاظ بالنقد' },
  'drivers.saved': { en: 'Saved: {name}', ar: 'حُفظت بيانات {name}' },
  'drivers.empty': { en: 'No drivers here', ar: 'لا سائقين هنا' },
  'drivers.emptyDetail': { en: 'Drivers apply in their app.', ar: 'يتقدم السائقون من تطبيقهم.' },
  'drivers.suspendHint': {
    en: 'A suspended driver gets no new tasks, but finishes or returns the current ones and hands in the cash.',
    ar: 'لا تُعرض على السائق الموقوف مهام جديدة، لكنه ينهي ما معه أو يعيده ويسلّم النقد.',
  },
  'drivers.kept': {
    en: 'Someone else changed these terms. What you typed is kept; everything else shows the current values. Save again to apply your changes.',
    ar: 'غيّر شخص آخر هذه الشروط. بقي ما كتبته كما هو، وما عداه يظهر كما صار الآن. احفظ مرة أخرى إن كنت ما زلت تريده.',
  },
  'drivers.nowIs': { en: 'Someone else set: {value}', ar: 'ضبطه شخص آخر على: {value}' },
  'drivers.setTerms': { en: 'Set limits', ar: 'تحديد الحدود' },
  'drivers.bulkTerms': {
    en: '{count, plural, one {Terms of # driver} other {Terms of # drivers}}',
    ar: '{count, plural, =0 {شروط السائقين} one {شروط سائق واحد} two {شروط سائقين} few {شروط # سائقين} many {شروط # سائقًا} other {شروط # سائق}}',
  },
  'drivers.bulkSuspend': {
    en: '{count, plural, one {Suspend # driver} other {Suspend # drivers}}',
    ar: '{count, plural, =0 {إيقاف السائقين} one {إيقاف سائق واحد} two {إيقاف سائقين} few {إيقاف # سائقين} many {إيقاف # سائقًا} other {إيقاف # سائق}}',
  },
  'drivers.bulkHint': {
    en: 'Applicants are approved with these terms; for everybody else they replace the current ones.',
    ar: 'يُعتمد المتقدمون بهذه الشروط، وتحل لدى الآخرين محل شروطهم الحالية.',
  },
  'drivers.bulkRunning': { en: 'One after the other …', ar: 'واحدًا بعد الآخر …' },
  'drivers.bulkDone': {
    en: '{count, plural, =0 {No driver was updated} one {# driver updated} other {# drivers updated}}',
    ar: '{count, plural, =0 {لم يُحدّث أحد} one {حُدّث سائق واحد} two {حُدّث سائقان} few {حُدّث # سائقين} many {حُدّث # سائقًا} other {حُدّث # سائق}}',
  },
  'drivers.oneZone': { en: 'Choose at least one zone.', ar: 'اختر منطقة واحدة على الأقل.' },
  'drivers.amount': {
    en: 'Enter an amount, such as 2000.00',
    ar: 'أدخل مبلغًا، مثل 2000.00',
  },
  'drivers.whole': {
    en: 'Enter a whole number of at least 1',
    ar: 'أدخل عددًا صحيحًا لا يقل عن 1',
  },
});

export const useDriverText = textHook(driverTexts);
