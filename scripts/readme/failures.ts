import { type Consequence, FAILURE_CONSEQUENCES } from '../../actors/order/failure.ts';

const WORDS: Readonly<Record<Consequence, { en: string; ar: string }>> = {
  RETRY: { en: 'another attempt, in another slot', ar: 'محاولة أخرى في فترة أخرى' },
  CONTACT: { en: 'call first', ar: 'اتصل أولًا' },
  RETURN: { en: 'the driver takes the goods back unasked', ar: 'يعيد السائق البضاعة دون أن يُطلب منه' },
  WRITE_OFF: { en: 'there is nothing to bring back', ar: 'لا شيء يُعاد' },
  DECIDE: { en: 'a dispatcher decides', ar: 'يقرر منسّق' },
};

const HEADS = {
  en: '| reason of the failure | what usually follows (`failure.next`) |',
  ar: '| سبب التعذّر | ما يليه عادة (`failure.next`) |',
};

/** A Markdown table of what follows which reasons of failure. */
export function failureTable(locale: keyof typeof HEADS): string {
  const reasons = Object.entries(FAILURE_CONSEQUENCES);
  const rows = Object.entries(WORDS).map(([consequence, words]) => {
    const its = reasons.filter(([, next]) => next === consequence).map(([reason]) => reason);
    return `| ${its.join(locale === 'en' ? ', ' : '، ')} | ${consequence}: ${words[locale]} |`;
  });
  return [HEADS[locale], '|---|---|', ...rows].join('\n');
}
