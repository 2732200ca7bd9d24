import { defineTexts } from '../shared/i18n/define-texts.ts';
import { textHook } from '../shared/i18n/locale.tsx';

export const texts = defineTexts({
  'console.name': { en: 'Driver', ar: 'السائق' },
  'console.tagline': {
    en: 'Your deliveries, step by step, with or without a network.',
    ar: 'توصيلاتك خطوة بخطوة، بشبكة أو بدونها.',
  },
});

export const useText = textHook(texts);
