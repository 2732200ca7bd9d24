import type { AlertKind } from '../../../actors/kinds/alert-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import type { AlertSubject, AlertText, Bilingual } from './alert-text.ts';
import { SHIFT_TEXTS } from './shift-texts.ts';
import { WATCHED_TEXTS } from './watched-texts.ts';

const TEXTS = {
  ...WATCHED_TEXTS,
  ...SHIFT_TEXTS,
  ACCEPTANCE_DEADLINE_MISSED: {
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has not accepted order ${orderNumber} in time.`,
    ar: ({ seller, orderNumber }) => `لم يقبل ${seller.ar} الطلب ${orderNumber} في الموعد.`,
    escalates: true,
    action: {
      en: 'Call the seller, or cancel the group: the service never accepts in its place.',
      ar: 'اتصل بالبائع، أو ألغِ المجموعة: الخدمة لا تقبل نيابة عنه.',
    },
  },
  GROUP_REJECTED: {
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has rejected its part of order ${orderNumber}.`,
    ar: ({ seller, orderNumber }) => `رفض ${seller.ar} الجزء الخاص به من الطلب ${orderNumber}.`,
    action: {
      en: 'The buyer has been told and pays nothing for it. Ask whether the rest is still wanted, and cancel the order if not.',
      ar: 'أُبلغ المشتري ولن يدفع ثمنه. اسأله إن كان يريد بقية الطلب، وألغِ الطلب إن لم يرده.',
    },
  },
  NO_CANDIDATE: {
    severity: 'WARNING',
    en: ({ orderNumber }) => `No driver can take the delivery of order ${orderNumber} at present.`,
    ar: ({ orderNumber }) => `لا يوجد حاليًا سائق يمكنه توصيل الطلب ${orderNumber}.`,
    escalates: true,
    action: {
      en: 'It is tried again by itself when a driver comes free. The explanation of the task says who was excluded, and why.',
      ar: 'تُعاد المحاولة تلقائيًا عند توفر سائق. يبيّن شرح المهمة من استُبعد ولماذا.',
    },
  },
  TASK_FAILED: {
    severity: 'WARNING',
    en: ({ orderNumber }) =>
      `The delivery of order ${orderNumber} has failed. Decide what becomes of the goods.`,
    ar: ({ orderNumber }) => `فشل توصيل الطلب ${orderNumber}. حدّد ما يلزم بشأن البضاعة.`,
    escalates: true,
    action: {
      en: 'The reason says what usually follows: another attempt, a call, or the way back to the seller.',
      ar: 'يبيّن السبب ما يلي عادة: محاولة أخرى، أو اتصال، أو إعادة البضاعة إلى البائع.',
    },
  },
  RETURN_UNCONFIRMED: {
    severity: 'WARNING',
    en: ({ seller, orderNumber }) =>
      `${seller.en} has not confirmed that the goods of order ${orderNumber} are back.`,
    ar: ({ seller, orderNumber }) => `لم يؤكد ${seller.ar} استلام بضاعة الطلب ${orderNumber} المرتجعة.`,
    action: {
      en: 'Call the seller: until the return is confirmed, its units are not back in stock.',
      ar: 'اتصل بالبائع: لا تعود الوحدات إلى المخزون قبل تأكيد الإرجاع.',
    },
  },
  TASK_WITHOUT_ZONE: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) => `The pickup of order ${orderNumber} lies in no active delivery zone.`,
    ar: ({ orderNumber }) => `موقع استلام الطلب ${orderNumber} لا يقع في أي منطقة توصيل مفعّلة.`,
    action: {
      en: 'Draw or activate a zone over the pickup; the task is then queued by itself.',
      ar: 'ارسم منطقة تغطي موقع الاستلام أو فعّلها، فتدخل المهمة قائمة الانتظار تلقائيًا.',
    },
  },
  TASK_WITHOUT_TICKET: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The delivery of order ${orderNumber} had dropped out of its queue and was put back.`,
    ar: ({ orderNumber }) => `خرج توصيل الطلب ${orderNumber} من قائمة الانتظار وأُعيد إليها.`,
    action: {
      en: 'Nothing for this delivery. Tell an operator when it happens again.',
      ar: 'لا شيء مطلوب لهذا التوصيل. أبلغ المشغّل إذا تكرر.',
    },
  },
  TASK_OUTSIDE_ZONES: {
    severity: 'WARNING',
    en: ({ orderNumber }) =>
      `The driver of order ${orderNumber} has a stop of it outside the delivery zones they work in.`,
    ar: ({ orderNumber }) => `لدى سائق الطلب ${orderNumber} محطة تقع خارج مناطق التوصيل المخصصة له.`,
    action: {
      en: 'Leave it with the driver, give the driver the zone, or give the task to another driver.',
      ar: 'اتركه مع السائق، أو امنحه المنطقة، أو أسند المهمة إلى سائق آخر.',
    },
  },
  CLEARING_OPEN: {
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The cash of the completed delivery of order ${orderNumber} is not cleared in the books.`,
    ar: ({ orderNumber }) => `لم تُسوَّ في الدفاتر نقدية التوصيل المكتمل للطلب ${orderNumber}.`,
    action: {
      en: 'Have an administrator run the check of the ledger; do not close the day before.',
      ar: 'اطلب من المسؤول تشغيل فحص الدفاتر، ولا تغلق اليوم قبل ذلك.',
    },
  },
} as const satisfies Readonly<Record<AlertKind, AlertText>>;

/** For kinds that name nothing better. */
const ACTION: Bilingual = {
  en: 'Look at what it is about, and acknowledge it so that others know.',
  ar: 'راجع ما يخصه التنبيه، وأقرّ باستلامه ليعرف الآخرون.',
};

/** The words and weight of an alert. A kind that is not known here is still shown, by its name. */
export function alertText(kind: string, subject: AlertSubject, data: JsonObject) {
  const text = textOf(kind);
  if (text === undefined) {
    return {
      severity: 'WARNING' as const,
      en: `${kind}: order ${subject.orderNumber}.`,
      ar: `${kind}: الطلب ${subject.orderNumber}.`,
    };
  }
  return { severity: text.severity, en: text.en(subject, data), ar: text.ar(subject, data) };
}

/** What to do about an alert of this kind. */
export function alertAction(kind: string): Bilingual {
  return textOf(kind)?.action ?? ACTION;
}

/** Kinds that become critical when nobody takes them on in time. */
export function escalatingKinds(): string[] {
  return Object.keys(TEXTS).filter((kind) => textOf(kind)?.escalates === true);
}

function textOf(kind: string): AlertText | undefined {
  return Object.hasOwn(TEXTS, kind) ? TEXTS[kind as AlertKind] : undefined;
}
