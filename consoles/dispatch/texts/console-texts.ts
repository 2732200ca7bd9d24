import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** What the console is called. */
export const consoleTexts = defineTexts({
  'console.name': { en: 'Dispatch', ar: 'التنسيق' },
  'console.tagline': {
    en: 'Every order, driver and riyal on the road, as it happens.',
    ar: 'كل طلب وسائق وريال على الطريق، لحظة بلحظة.',
  },
});

export const useConsoleText = textHook(consoleTexts);
