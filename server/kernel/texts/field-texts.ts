import type { Locale } from './locale.ts';

/**
 * Texts of field violations, by the `x-fault` of the schema in openapi.yaml; `invisible` for text without visible
 * characters.
 */
export const FIELD_TEXTS: ReadonlyMap<unknown, Readonly<Record<Locale, string>>> = new Map([
  [
    'phone',
    {
      en: 'must be a number in Qatar: +974 and 8 digits, the first of them 3, 4, 5, 6 or 7',
      ar: 'يجب أن يكون رقمًا في قطر: ‎+974 ثم 8 أرقام أولها 3 أو 4 أو 5 أو 6 أو 7',
    },
  ],
  [
    'zone',
    {
      en: 'must be the number of a zone in Qatar: 1 to 58, 60 to 86 or 90 to 98',
      ar: 'يجب أن يكون رقم منطقة في قطر: من 1 إلى 58 أو من 60 إلى 86 أو من 90 إلى 98',
    },
  ],
  ['invisible', { en: 'must contain visible characters', ar: 'يجب أن يحتوي على شيء مرئي' }],
]);
