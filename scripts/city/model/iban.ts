import type { Chance } from '../../shared/chance.ts';

const BANK = 'DOHB';
const ACCOUNT_DIGITS = 21;

/** A fictitious IBAN of Qatar with valid check digits. */
export function qatarIban(chance: Chance): string {
  const account = Array.from({ length: ACCOUNT_DIGITS }, () => chance.whole(0, 9)).join('');
  const rest = remainder(`${BANK}${account}QA00`);
  return `QA${String(98 - rest).padStart(2, '0')}${BANK}${account}`;
}

/** The remainder modulo 97 of the number that the characters form, with letters counting from 10. */
function remainder(characters: string): number {
  const digits = [...characters].map((each) => Number.parseInt(each, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
