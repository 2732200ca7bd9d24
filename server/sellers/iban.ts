export interface QatarIban {
  /** Without spaces, in capitals. */
  iban: string;
  /** Of the bank, four letters. */
  bankCode: string;
  lastFour: string;
}

/** QA, two check digits, the bank's four letters, 21 letters or digits. */
const FORM = /^QA\d{2}([A-Z]{4})[A-Z0-9]{17}([A-Z0-9]{4})$/;
const LENGTH = 29;

/** A Qatar IBAN, however it was spaced; null when its form or its checksum (ISO 13616, mod 97) is wrong. */
export function parseIban(text: string): QatarIban | null {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  const [, bankCode, lastFour] = FORM.exec(iban) ?? [];
  if (bankCode === undefined || lastFour === undefined || remainder(iban) !== 1) return null;
  return { iban, bankCode, lastFour };
}

/** All that is shown of it, as long as the whole. */
export function maskedIban(lastFour: string): string {
  return `QA${lastFour.padStart(LENGTH - 2, '*')}`;
}

/** Of the number that its rearranged characters make, letters counting from 10, divided by 97. */
function remainder(iban: string): number {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
