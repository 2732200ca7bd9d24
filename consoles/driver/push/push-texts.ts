import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Kept apart from the app's other texts, because they are loaded with the settings. */
const pushTexts = defineTexts({
  off: {
    en: 'This phone is not notified of offers while the app is closed.',
    ar: 'لا تصل العروض إلى هذا الهاتف والتطبيق مغلق.',
  },
  on: {
    en: 'Offers and messages reach this phone while the app is closed, too.',
    ar: 'تصل العروض والرسائل إلى هذا الهاتف حتى والتطبيق مغلق.',
  },
  turnOn: { en: 'Notify me when the app is closed', ar: 'نبّهني والتطبيق مغلق' },
  turnOff: { en: 'Stop notifying me when the app is closed', ar: 'أوقف التنبيهات والتطبيق مغلق' },
  blocked: {
    en: 'This browser blocks notifications of the app. Allow them in the browser’s settings to hear of offers while it is closed.',
    ar: 'يحظر المتصفح إشعارات التطبيق. اسمح بها في إعدادات المتصفح لتصلك العروض والتطبيق مغلق.',
  },
});

export const usePushText = textHook(pushTexts);
