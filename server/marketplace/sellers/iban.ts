export interface QatarIban {
  /** Without spaces, in capitals. */
  iban: string;
  /** The bank's four letters. */
  bankCode: string;
  lastFour: string;
}

/**
 * QA, two check digits from 02 to 98 (the others are equivalent modulo 97 and never issued), the bank's four letters,
 * 21 letters or digits.
 */
const FORM = /^QA(?!0[01]|99)\d{2}([A-Z]{4})[A-Z0-9]{17}([A-Z0-9]{4})$/;
const IBAN_LENGTH = 29;
const ASCII = /^[\dA-Za-z\s]*$/;

/** Parses a Qatar IBAN with any spacing; null if its format or checksum (ISO 13616, mod 97) is wrong. */
export function parseIban(text: string): QatarIban | null {
  // Non-ASCII letters may become ASCII when capitalized, but no bank writes them.
  if (!ASCII.test(text)) return null;
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  const [, bankCode, lastFour] = FORM.exec(iban) ?? [];
  if (bankCode === undefined || lastFour === undefined || remainder(iban) !== 1) return null;
  return { iban, bankCode, lastFour };
}

/** The masked number, as long as the full one. */
export function maskedIban(lastFour: string): string {
  return `QA${lastFour.padStart(IBAN_LENGTH - 2, '*')}`;
}

/** Remainder modulo 97 of the rearranged characters as a number, with letters counting from 10. */
function remainder(iban: string): number {
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join('');
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
