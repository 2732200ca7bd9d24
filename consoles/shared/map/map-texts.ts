import { defineTexts } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';

/** The map's own texts; kept apart so that consoles without a map do not load them. */
export const mapTexts = defineTexts({
  'undrawable.title': {
    en: 'This browser cannot draw the map',
    ar: 'هذا المتصفح لا يستطيع رسم الخريطة',
  },
  'undrawable.detail': {
    en: 'Lists and details have all that it shows. To see it, turn on hardware acceleration in the browser’s settings, or use another browser.',
    ar: 'تجد في القوائم والتفاصيل كل ما تعرضه. لرؤيتها فعّل تسريع الأجهزة في إعدادات المتصفح أو استخدم متصفحًا آخر.',
  },
});

export const useMapText = textHook(mapTexts);
