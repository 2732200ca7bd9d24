import type { Bilingual } from './alert-text.ts';

/** Why drivers were excluded, as worded in alerts. */
const WORDS: Readonly<Record<string, Bilingual>> = {
  NOT_APPROVED: { en: 'no approved driver is on duty', ar: 'لا يوجد سائق معتمد في الخدمة' },
  NOT_ON_DUTY: { en: 'no driver is on duty', ar: 'لا يوجد سائق في الخدمة' },
  OFFLINE: {
    en: 'there is no signal from the phones of the drivers on duty',
    ar: 'لا إشارة من هواتف السائقين في الخدمة',
  },
  OUTSIDE_ZONES: {
    en: 'a stop lies outside the delivery zones of the drivers on duty',
    ar: 'توجد محطة خارج مناطق توصيل السائقين في الخدمة',
  },
  CAPACITY: {
    en: 'the drivers on duty have no capacity left',
    ar: 'لا توجد سعة متبقية لدى السائقين في الخدمة',
  },
  CASH_LIMIT: {
    en: 'the cash would take the drivers on duty over their limit',
    ar: 'سيتجاوز النقد الحد المسموح به للسائقين في الخدمة',
  },
  DECLINED: { en: 'the drivers on duty have declined it', ar: 'رفضه السائقون في الخدمة' },
  TIMED_OUT: {
    en: 'the drivers on duty did not answer the offer',
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
  NOT_TRIED: { en: 'the search for a driver has not started yet', ar: 'لم يبدأ البحث عن سائق بعد' },
  NOBODY_ACCEPTED: { en: 'no driver has accepted it', ar: 'لم يقبله أي سائق' },
};

/** Drivers out of contact: this says little about why the reachable drivers were excluded. */
const SILENT = 'OFFLINE';
const OFF_DUTY: ReadonlySet<string> = new Set(['NOT_ON_DUTY', 'NOT_APPROVED']);

/**
 * The rule that excluded the most reachable drivers on duty. OFFLINE is named only if more drivers are offline than
 * reachable, and off duty only if no one is on duty.
 * @param excludedBy Number of drivers excluded per rule.
 */
export function excludingRule(excludedBy: unknown): string {
  const counts = Object.entries((excludedBy ?? {}) as Record<string, number>);
  const onDuty = counts.filter(([rule]) => !OFF_DUTY.has(rule)).sort(([, one], [, other]) => other - one);
  const reached = onDuty.filter(([rule]) => rule !== SILENT);
  const silent = onDuty.find(([rule]) => rule === SILENT)?.[1] ?? 0;
  const others = reached.reduce((sum, [, count]) => sum + count, 0);
  if (silent > others) return SILENT;
  return reached[0]?.[0] ?? 'NOT_ON_DUTY';
}

/** An unknown rule is shown by its code. */
export function ruleLabel(rule: string): Bilingual {
  return (Object.hasOwn(WORDS, rule) ? WORDS[rule] : undefined) ?? { en: rule, ar: rule };
}
