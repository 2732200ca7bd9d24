import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The ways to a place. Loaded with the screens that say it, besides what every screen says. */
const navigateTexts = defineTexts({
  'task.navigate.title': { en: 'Navigate with', ar: 'الملاحة باستخدام' },
  'task.navigate.geo': { en: 'Maps app of this phone', ar: 'تطبيق الخرائط في الهاتف' },
  'task.navigate.google': { en: 'Google Maps', ar: 'خرائط Google' },
  'task.navigate.apple': { en: 'Apple Maps', ar: 'خرائط Apple' },
  'task.navigate.waze': { en: 'Waze', ar: 'Waze' },
});

export const useNavigateText = textHook({ ...driverTexts, ...navigateTexts });
