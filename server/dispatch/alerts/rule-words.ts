import type { Bilingual } from './alert-text.ts';

/** Why drivers were excluded, as an alert says it. */
const WORDS: Readonly<Record<string, Bilingual>> = {
  NOT_APPROVED: { en: 'no approved driver is on duty', ar: 'لا يوجد سائق معتمد في الخدمة' },
  NOT_ON_DUTY: { en: 'no driver is on duty', ar: 'لا يوجد سائق في الخدمة' },
  OFFLINE: { en: 'the drivers on duty give no sign of life', ar: 'السائقون في الخدمة غير متصلين' },
  OUTSIDE_ZONES: {
    en: 'a stop lies outside the delivery zones of the drivers on duty',
    ar: 'توجد محطة خارج مناطق توصيل السائقين في الخدمة',
  },
  CAPACITY: {
    en: 'the drivers on duty have no room left',
    ar: 'لا توجد سعة متبقية لدى السائقين في الخدمة',
  },
  CASH_LIMIT: {
    en: 'the cash would take the drivers on duty over their limit',
    ar: 'سيتجاوز النقد الحد المسموح به للسائقين في الخدمة',
  },
  DECLINED: { en: 'the drivers on duty have declined it', ar: 'رفضه السائقون في الخدمة' },
  TIMED_OUT: {
    en: 'the drivers on duty let its offer pass',
    ar: 'انقضى العرض لدى السائقين في الخدمة دون رد',
  },
  REFUSED: {
    en: 'the drivers on duty could not reserve it',
    ar: 'لم يتمكن السائقون في الخدمة من حجزه',
  },
  NO_ZONE: {
    en: 'its pickup lies in no active delivery zone',
    ar: 'موقع استلامه لا يقع في أي منطقة توصيل مفعّلة',
  },
  NOT_TRIED: { en: 'no driver has been looked for yet', ar: 'لم يبدأ البحث عن سائق بعد' },
  NOBODY_ACCEPTED: { en: 'nobody has accepted it', ar: 'لم يقبله أحد' },
};

/** A rule that is not known here is named by its code. */
export function ruleWords(rule: string): Bilingual {
  return (Object.hasOwn(WORDS, rule) ? WORDS[rule] : undefined) ?? { en: rule, ar: rule };
}
