import type { ActorAlertKind } from '../../../actors/kinds/alert-kinds.ts';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { countedAr } from '../../kernel/texts/counted-ar.ts';
import { type AlertSubject, type AlertText, type Bilingual, type Gathers, word } from './alert-text.ts';
import { DELIVERIES_AR, DRIVERS_AR } from './counted-nouns.ts';
import { excludingRule, ruleLabel } from './rule-labels.ts';
import { WATCHED_TEXTS } from './watched-texts.ts';

const TEXTS = {
  ACCEPTANCE_DEADLINE_MISSED: {
    raisedWhen: 'a seller has not accepted in time',
    foundBy: 'order actor',
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has not accepted order ${orderNumber} in time.`,
    ar: ({ seller, orderNumber }) => `لم يقبل ${seller.ar} الطلب ${orderNumber} في الموعد.`,
    escalates: true,
    action: {
      en: 'Call the seller, or cancel this part of the order: the service never accepts for a seller.',
      ar: 'اتصل بالبائع، أو ألغِ هذا الجزء من الطلب: الخدمة لا تقبل نيابة عن البائع.',
    },
  },
  GROUP_REJECTED: {
    raisedWhen: 'a seller has rejected its part of an order',
    foundBy: 'order actor',
    severity: 'WARNING',
    en: ({ seller, orderNumber }) => `${seller.en} has rejected its part of order ${orderNumber}.`,
    ar: ({ seller, orderNumber }) => `رفض ${seller.ar} الجزء الخاص به من الطلب ${orderNumber}.`,
    action: {
      en: 'The buyer has been notified and pays nothing for it. Ask whether the rest is still wanted, and cancel the order if not.',
      ar: 'أُبلغ المشتري ولن يدفع ثمنه. اسأله إن كان يريد بقية الطلب، وألغِ الطلب إن لم يرده.',
    },
  },
  NO_CANDIDATE: {
    raisedWhen: 'no driver can take a task now',
    foundBy: 'zone actor',
    severity: 'WARNING',
    en: ({ orderNumber }) => `No driver can take the delivery of order ${orderNumber} at present.`,
    ar: ({ orderNumber }) => `لا يوجد حاليًا سائق يمكنه توصيل الطلب ${orderNumber}.`,
    escalates: true,
    gathers: {
      cause: (data) => excludingRule(data.excludedBy),
      sum: ([first = {}]) => ({ rule: excludingRule(first.excludedBy) }),
      en: (count, data) =>
        `No driver can take ${count} deliveries at present: ${ruleLabel(word(data, 'rule')).en}.`,
      ar: (count, data) =>
        `لا يوجد حاليًا سائق يمكنه توصيل ${countedAr(count, DELIVERIES_AR)}: ${ruleLabel(word(data, 'rule')).ar}.`,
    },
    action: {
      en: 'It is tried again automatically when a driver becomes free. “Why no driver?” in the task says who was excluded, and why.',
      ar: 'تُعاد المحاولة تلقائيًا عند توفر سائق. يبيّن «لماذا لا سائق؟» في المهمة من استُبعد ولماذا.',
    },
  },
  TASK_FAILED: {
    raisedWhen: 'a delivery has failed and no one has decided yet what happens to the goods',
    foundBy: 'order actor',
    severity: 'WARNING',
    en: ({ orderNumber }) =>
      `The delivery of order ${orderNumber} has failed. Decide what happens to the goods.`,
    ar: ({ orderNumber }) => `تعذّر توصيل الطلب ${orderNumber}. حدّد ما يلزم بشأن البضاعة.`,
    escalates: true,
    action: {
      en: 'The reason says what usually follows: another attempt, a call, or the way back to the seller.',
      ar: 'يبيّن السبب ما يلي عادة: محاولة أخرى، أو اتصال، أو إعادة البضاعة إلى البائع.',
    },
  },
  RETURN_UNCONFIRMED: {
    raisedWhen: 'a seller has not confirmed in time that goods are back',
    foundBy: 'order actor',
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
    raisedWhen: 'a pickup lies in no active zone',
    foundBy: 'order actor',
    severity: 'CRITICAL',
    en: ({ orderNumber }) => `The pickup of order ${orderNumber} lies in no active delivery zone.`,
    ar: ({ orderNumber }) => `موقع استلام الطلب ${orderNumber} لا يقع في أي منطقة توصيل مفعّلة.`,
    gathers: {
      cause: () => 'all',
      sum: () => ({}),
      en: (count) => `The pickups of ${count} deliveries lie in no active delivery zone.`,
      ar: (count) => `مواقع استلام ${countedAr(count, DELIVERIES_AR)} لا تقع في أي منطقة توصيل مفعّلة.`,
    },
    action: {
      en: 'Draw or activate a zone over the pickup; the task is then queued automatically.',
      ar: 'ارسم منطقة تغطي موقع الاستلام أو فعّلها، فتدخل المهمة قائمة الانتظار تلقائيًا.',
    },
  },
  TASK_WITHOUT_TICKET: {
    raisedWhen: 'a waiting task had dropped out of its queue and was put back',
    foundBy: 'order actor',
    severity: 'CRITICAL',
    en: ({ orderNumber }) =>
      `The delivery of order ${orderNumber} had dropped out of its queue and was put back.`,
    ar: ({ orderNumber }) => `خرج توصيل الطلب ${orderNumber} من قائمة الانتظار وأُعيد إليها.`,
    gathers: {
      cause: () => 'all',
      sum: () => ({}),
      en: (count) => `${count} deliveries had dropped out of their queues and were put back.`,
      ar: (count) =>
        `خرجت ${countedAr(count, { ...DELIVERIES_AR, two: 'توصيلتان' })} من قوائم الانتظار وأُعيدت إليها.`,
    },
    action: {
      en: 'Nothing has to be done about the deliveries. Tell an operator if this happens again.',
      ar: 'لا شيء مطلوب للتوصيلات نفسها. أبلغ المشغّل إذا تكرر ذلك.',
    },
  },
  SHIFT_NOT_STARTED: {
    raisedWhen: 'a planned shift has not begun 15 minutes after its start',
    foundBy: 'worker',
    severity: 'WARNING',
    en: ({ driverName }) => `${driverName} has not started the planned shift.`,
    ar: ({ driverName }) => `لم يبدأ ${driverName} ورديته المخططة.`,
    action: {
      en: 'Call the driver; move or cancel the shift, or plan another driver for this time.',
      ar: 'اتصل بالسائق؛ انقل الوردية أو ألغها، أو خطط لسائق آخر في هذا الوقت.',
    },
  },
  SHIFT_OVERRUN: {
    raisedWhen: 'a shift still runs 15 minutes after its planned end',
    foundBy: 'driver actor',
    severity: 'WARNING',
    en: ({ driverName }) => `${driverName} is still on duty after the planned end of the shift.`,
    ar: ({ driverName }) => `ما زال ${driverName} في الخدمة بعد الموعد المخطط لنهاية ورديته.`,
    gathers: {
      cause: () => 'all',
      sum: () => ({}),
      en: (count) => `${count} drivers are still on duty after the planned end of their shifts.`,
      ar: (count) =>
        `ما زال ${countedAr(count, { ...DRIVERS_AR, two: 'سائقان' })} في الخدمة بعد الموعد المخطط لنهاية الوردية.`,
    },
    action: {
      en: 'Move the planned end if the work needs it, or give the tasks to other drivers and end the shift.',
      ar: 'انقل موعد النهاية إذا لزم العمل ذلك، أو أسند المهام إلى غيره وأنهِ الوردية.',
    },
  },
  BREAK_OVERRUN: {
    raisedWhen: 'a break is longer than `breakLimitMinutes`',
    foundBy: 'driver actor',
    severity: 'WARNING',
    en: ({ driverName }) => `The break of ${driverName} is longer than allowed.`,
    ar: ({ driverName }) => `استراحة ${driverName} أطول من المسموح.`,
    action: {
      en: 'Call the driver; the alert closes when the break or the shift ends.',
      ar: 'اتصل بالسائق؛ يُغلق التنبيه عند انتهاء الاستراحة أو الوردية.',
    },
  },
  CASH_NEAR_LIMIT: {
    raisedWhen: "a driver's cash is near the limit",
    foundBy: 'driver actor',
    severity: 'WARNING',
    en: ({ driverName }) => `The cash that ${driverName} holds is near the limit.`,
    ar: ({ driverName }) => `النقد الذي بحوزة ${driverName} قريب من الحد.`,
    gathers: {
      cause: () => 'all',
      sum: () => ({}),
      en: (count) => `${count} drivers are near the limit of the cash they may hold.`,
      ar: (count) => `النقد بحوزة ${countedAr(count, DRIVERS_AR)} قريب من الحد المسموح به.`,
    },
    action: {
      en: 'Have the driver hand in the cash: near the limit fewer tasks can be offered.',
      ar: 'اطلب من السائق تسليم النقد: قرب الحد تقل المهام التي يمكن عرضها عليه.',
    },
  },
  ...WATCHED_TEXTS,
} as const satisfies Readonly<Record<ActorAlertKind | keyof typeof WATCHED_TEXTS, AlertText>>;

/** All alert kinds, raised by actors or found by conditions. */
export type AlertKind = keyof typeof TEXTS;

export const ALERT_TEXTS: Readonly<Record<AlertKind, AlertText>> = TEXTS;

/** Fallback for a kind in the database that this version does not know. */
const ACTION: Bilingual = {
  en: 'Check what it is about, then acknowledge it so that others know.',
  ar: 'راجع ما يخصه التنبيه، وأقرّ باستلامه ليعرف الآخرون.',
};

/** The sentences and severity of an alert. An unknown kind is shown by its name. */
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

/** How cases of this kind are merged; undefined if each case is its own alert. */
export function gathersOf(kind: string): Gathers | undefined {
  return textOf(kind)?.gathers;
}

/** The sentences of an alert about two or more cases of a merged kind. */
export function manyText(kind: string, count: number, data: JsonObject) {
  const text = textOf(kind);
  if (text?.gathers === undefined) throw new Error(`alerts ${kind} are not merged`);
  return { severity: text.severity, en: text.gathers.en(count, data), ar: text.gathers.ar(count, data) };
}

/** Kinds that become critical when no one acknowledges them in time. */
export function escalatingKinds(): string[] {
  return Object.keys(TEXTS).filter((kind) => textOf(kind)?.escalates === true);
}

function textOf(kind: string): AlertText | undefined {
  return Object.hasOwn(TEXTS, kind) ? TEXTS[kind as AlertKind] : undefined;
}
