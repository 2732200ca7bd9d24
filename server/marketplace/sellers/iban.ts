export interface QatarIban {
  /** Without spaces, in capitals. */
  iban: string;
  /** Of the bank, four letters. */
  bankCode: string;
  lastFour: string;
}

/**
 * QA, two check digits from 02 to 98 (the others leave the same remainder as one of these, and no bank has them), the
 * bank's four letters, 21 letters or digits.
 */
const FORM = /^QA(?!0[01]|99)\d{2}([A-Z]{4})[A-Z0-9]{17}([A-Z0-9]{4})$/;
const LENGTH = 29;
const ASCII = /^[\dA-Za-z\s]*$/;

/** A Qatar IBAN, however it was spaced; null when its form or its checksum (ISO 13616, mod 97) is wrong. */
export function parseIban(text: string): QatarIban | null {
  // Capitals of other letters may be plain ones: no bank wrote them.
  if (!ASCII.test(text)) return null;
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
