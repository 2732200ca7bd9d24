import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The stops of a route. Loaded with the screens that say it, besides what every screen says. */
const routeTexts = defineTexts({
  'route.title': { en: 'Your route', ar: 'مسارك' },
  'route.list': { en: 'List', ar: 'القائمة' },
  'route.map': { en: 'Map', ar: 'الخريطة' },
  'route.mapLabel': { en: 'Map of your route', ar: 'خريطة مسارك' },
  'route.mapFailed': {
    en: 'The map could not be loaded. The list has every stop.',
    ar: 'تعذّر تحميل الخريطة. تجد كل المحطات في القائمة.',
  },
  'route.straight': {
    en: 'Dashed lines show the order of the stops, not the way to them.',
    ar: 'الخطوط المتقطعة تبيّن ترتيب المحطات، لا الطريق إليها.',
  },
  'route.empty': { en: 'No stops', ar: 'لا محطات' },
  'route.empty.hint': {
    en: 'Accepted tasks appear here in order.',
    ar: 'تظهر المهام المقبولة هنا بالترتيب.',
  },
  'route.PICKUP': { en: 'Pick up', ar: 'استلام' },
  'route.DROPOFF': { en: 'Deliver', ar: 'توصيل' },
  'route.RETURN': { en: 'Return', ar: 'إرجاع' },
  'route.eta': { en: 'about {time}', ar: 'نحو {time}' },
  'route.done': { en: 'Done {time}', ar: 'تمت {time}' },
  'route.doneNoTime': { en: 'Done', ar: 'تمت' },
  'route.locked': { en: 'Fixed by your dispatcher', ar: 'ثبّتها المنسّق' },
  'route.late': { en: 'Will be late', ar: 'ستتأخر' },
  'route.next': { en: 'Next', ar: 'التالية' },
  'route.doneStops': {
    en: '{count, plural, one {# stop done} other {# stops done}}',
    ar: '{count, plural, one {محطة واحدة منجزة} two {محطتان منجزتان} few {# محطات منجزة} many {# محطة منجزة} other {# محطة منجزة}}',
  },
});

export const useRouteText = textHook({ ...driverTexts, ...routeTexts });
