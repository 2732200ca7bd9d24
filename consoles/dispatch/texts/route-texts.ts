import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** A driver’s route, and how a plan would change it. */
export const routeTexts = defineTexts({
  'route.title': { en: 'Route', ar: 'المسار' },
  'route.empty': { en: 'No stops ahead', ar: 'لا محطات قادمة' },
  'route.rebuild': { en: 'Rebuild', ar: 'إعادة بناء' },
  'route.saveOrder': { en: 'Save this order', ar: 'حفظ هذا الترتيب' },
  'route.discard': {
    en: 'Discard',
    ar: 'تجاهل التغييرات',
  },
  'route.lock': { en: 'Lock stop {number}', ar: 'تثبيت المحطة {number}' },
  'route.unlock': { en: 'Unlock stop {number}', ar: 'إلغاء تثبيت المحطة {number}' },
  'route.up': { en: 'Move stop {number} earlier', ar: 'تقديم المحطة {number}' },
  'route.down': { en: 'Move stop {number} later', ar: 'تأخير المحطة {number}' },
  'route.saved': {
    en: 'The new order was saved',
    ar: 'حُفظ الترتيب الجديد',
  },
  'route.preview': {
    en: 'Rebuilt route',
    ar: 'المسار بعد إعادة البناء',
  },
  'route.before': { en: 'Before', ar: 'قبل' },
  'route.after': { en: 'After', ar: 'بعد' },
  'route.travel': { en: 'Driving', ar: 'القيادة' },
  'route.distance': { en: 'Distance', ar: 'المسافة' },
  'route.lateness': { en: 'Lateness', ar: 'التأخير' },
  'route.lateStops': { en: 'Late stops', ar: 'محطات متأخرة' },
  'route.moved': {
    en: '{count, plural, =0 {no stop moves} one {# stop moves} other {# stops move}}',
    ar: '{count, plural, =0 {لا محطة تتحرك} one {محطة واحدة تتحرك} two {محطتان تتحركان} few {# محطات تتحرك} many {# محطة تتحرك} other {# محطة تتحرك}}',
  },
  'route.same': {
    en: 'The current order is already the best one found.',
    ar: 'الترتيب الحالي هو أفضل ما وُجد.',
  },
  'route.apply': { en: 'Apply this route', ar: 'تطبيق هذا المسار' },
  'route.applied': {
    en: 'The route was rebuilt',
    ar: 'أُعيد بناء المسار',
  },
  'route.planning': { en: 'Planning …', ar: 'جارٍ التخطيط …' },
  'route.locked': { en: 'locked', ar: 'مثبتة' },
  'route.stop': { en: 'Stop', ar: 'المحطة' },
});

export const useRouteText = textHook(routeTexts);
