import { type Consequence, FAILURE_CONSEQUENCES } from '../../actors/order/failure.ts';

const WORDS: Readonly<Record<Consequence, string>> = {
  RETRY: 'another attempt, in another slot',
  CONTACT: 'call first',
  RETURN: 'the driver takes the goods back unasked',
  WRITE_OFF: 'there is nothing to bring back',
  DECIDE: 'a dispatcher decides',
};

/** A Markdown table of what follows which reasons of failure. */
export function failureTable(): string {
  const reasons = Object.entries(FAILURE_CONSEQUENCES);
  const rows = Object.entries(WORDS).map(([consequence, words]) => {
    const its = reasons.filter(([, next]) => next === consequence).map(([reason]) => reason);
    return `| ${its.join(', ')} | ${consequence}: ${words} |`;
  });
  return ['| reason of the failure | what usually follows (`failure.next`) |', '|---|---|', ...rows].join(
    '\n',
  );
}
