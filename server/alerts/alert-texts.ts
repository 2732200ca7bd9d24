import type { AlertSeverity } from '../../db/models/alert.ts';

/** Names that the sentences need; '?' stands where a record is unknown. */
export interface AlertSubject {
  orderNumber: string;
  seller: { en: string; ar: string };
}

interface AlertText {
  severity: AlertSeverity;
  en(subject: AlertSubject): string;
  ar(subject: AlertSubject): string;
}

const TEXTS = {
  ACCEPTANCE_DEADLINE_MISSED: {
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has not accepted order ${orderNumber} in time.`,
    ar: ({ seller, orderNumber }) => `لم يقبل ${seller.ar} الطلب ${orderNumber} في الموعد.`,
  },
  GROUP_REJECTED: {
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has rejected its part of order ${orderNumber}.`,
    ar: ({ seller, orderNumber }) => `رفض ${seller.ar} الجزء الخاص به من الطلب ${orderNumber}.`,
  },
  NO_CANDIDATE: {
    severity: 'WARNING',
    en: ({ orderNumber }) => `No driver can take the delivery of order ${orderNumber} at present.`,
    ar: ({ orderNumber }) => `لا يوجد حاليًا سائق يمكنه توصيل الطلب ${orderNumber}.`,
  },
  TASK_WITHOUT_ZONE: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) => `The pickup of order ${orderNumber} lies in no active delivery zone.`,
    ar: ({ orderNumber }) => `موقع استلام الطلب ${orderNumber} لا يقع في أي منطقة توصيل مفعّلة.`,
  },
  TASK_WITHOUT_TICKET: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The delivery of order ${orderNumber} had dropped out of its queue and was put back.`,
    ar: ({ orderNumber }) => `خرج توصيل الطلب ${orderNumber} من قائمة الانتظار وأُعيد إليها.`,
  },
  TASK_OUTSIDE_ZONES: {
    severity: 'WARNING',
    en: ({ orderNumber }) =>
      `The driver of order ${orderNumber} has a stop of it outside the delivery zones they work in.`,
    ar: ({ orderNumber }) => `لدى سائق الطلب ${orderNumber} محطة تقع خارج مناطق التوصيل المخصصة له.`,
  },
  CLEARING_OPEN: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The cash of the completed delivery of order ${orderNumber} is not cleared in the books.`,
    ar: ({ orderNumber }) => `لم تُسوَّ في الدفاتر نقدية التوصيل المكتمل للطلب ${orderNumber}.`,
  },
} as const satisfies Record<string, AlertText>;

export type AlertKind = keyof typeof TEXTS;

/** The words and weight of an alert. A kind that is not known here is still shown, by its name. */
export function alertText(kind: string, subject: AlertSubject) {
  const text: AlertText | undefined = Object.hasOwn(TEXTS, kind) ? TEXTS[kind as AlertKind] : undefined;
  if (text === undefined) {
    return {
      severity: 'WARNING' as const,
      en: `${kind}: order ${subject.orderNumber}.`,
      ar: `${kind}: الطلب ${subject.orderNumber}.`,
    };
  }
  return { severity: text.severity, en: text.en(subject), ar: text.ar(subject) };
}
