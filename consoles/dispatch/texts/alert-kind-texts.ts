import { defineTexts } from '../../shared/i18n/define-texts.ts';
import { textHook } from '../../shared/i18n/locale.tsx';

/** Names of alerts' kinds, in the plural. */
const alertKindTexts = defineTexts({
  ACCEPTANCE_DEADLINE_MISSED: { en: 'Sellers who have not answered', ar: 'بائعون لم يردّوا' },
  GROUP_REJECTED: { en: 'Rejected by sellers', ar: 'طلبات رفضها البائعون' },
  NO_CANDIDATE: { en: 'No driver can take it', ar: 'لا سائق متاح' },
  TASK_FAILED: { en: 'Failed deliveries to decide on', ar: 'توصيلات متعذّرة تنتظر قرارًا' },
  RETURN_UNCONFIRMED: { en: 'Returns not confirmed', ar: 'مرتجعات لم يُؤكد استلامها' },
  TASK_WITHOUT_ZONE: { en: 'Pickups outside all zones', ar: 'مواقع استلام خارج المناطق' },
  TASK_WITHOUT_TICKET: {
    en: 'Back in their queues',
    ar: 'أُعيدت إلى قوائم الانتظار',
  },
  SHIFT_NOT_STARTED: { en: 'Shifts not started', ar: 'ورديات لم تبدأ' },
  SHIFT_OVERRUN: { en: 'Shifts past their end', ar: 'ورديات تجاوزت موعد نهايتها' },
  BREAK_OVERRUN: { en: 'Breaks that are too long', ar: 'استراحات تجاوزت المدة' },
  CASH_NEAR_LIMIT: {
    en: 'Drivers near the cash limit',
    ar: 'سائقون قرب حد النقد',
  },
  TASK_UNASSIGNED_TOO_LONG: { en: 'Waiting for a driver', ar: 'بانتظار سائق' },
  LATE_RISK: { en: 'Late, or soon to be', ar: 'متأخرة أو توشك أن تتأخر' },
  DRIVER_STALE_WITH_WORK: { en: 'Drivers without a signal', ar: 'سائقون بلا إشارة' },
  UNCOVERED_AREA: { en: 'Area without a zone', ar: 'مساحة بلا منطقة' },
  CHAIN_STUCK: {
    en: 'Changes that are stuck',
    ar: 'تغييرات متوقفة',
  },
  CLOCK_WRONG: {
    en: 'Clocks that are wrong',
    ar: 'ساعات غير مضبوطة',
  },
  TICK_MISSED: {
    en: 'Background jobs that are behind',
    ar: 'مهام خلفية متأخرة',
  },
  QUEUE_BACKLOG: { en: 'Messages not sent', ar: 'رسائل لم تُرسل' },
  DRIVER_WITHOUT_ZONE: { en: 'Drivers without a zone', ar: 'سائقون بلا منطقة' },
  TASK_OUTSIDE_ZONES: { en: 'Stops outside their drivers’ zones', ar: 'محطات خارج مناطق سائقيها' },
  CLEARING_OPEN: { en: 'Cash not cleared', ar: 'نقد لم تُسوَّ قيوده' },
  other: { en: 'Other alerts', ar: 'تنبيهات أخرى' },
});

export const useAlertKindText = textHook(alertKindTexts);

type KnownKind = keyof typeof alertKindTexts;

/** Returns the kind if this console has a name for it. */
export function knownKind(kind: string): KnownKind {
  return Object.hasOwn(alertKindTexts, kind) ? (kind as KnownKind) : 'other';
}
