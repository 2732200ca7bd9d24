import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';
import { driverTexts } from './driver-texts.ts';

/** The end of a task. Loaded with the screens that say it, besides what every screen says. */
const endTexts = defineTexts({
  'end.delivered': { en: 'Delivered', ar: 'تم التسليم' },
  'end.returned': { en: 'Returned to the seller', ar: 'أُعيدت إلى البائع' },
  'end.today': {
    en: '{count, plural, one {# delivery today} other {# deliveries today}}',
    ar: '{count, plural, zero {لا توصيلات اليوم} one {توصيلة واحدة اليوم} two {توصيلتان اليوم} few {# توصيلات اليوم} many {# توصيلة اليوم} other {# توصيلة اليوم}}',
  },
  'end.onHand': { en: '{amount} with you', ar: 'معك {amount}' },
  'end.kept': {
    en: 'Kept on this phone. It is sent when there is a connection.',
    ar: 'محفوظ في الهاتف، ويُرسل عند توفر الاتصال.',
  },
  'end.next': { en: 'Next stop', ar: 'المحطة التالية' },
  'end.close': { en: 'OK', ar: 'حسنًا' },
});

export const useEndText = textHook({ ...driverTexts, ...endTexts });
