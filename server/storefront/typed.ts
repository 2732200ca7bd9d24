/**
 * What people type, as the contract wants it: digits of Arabic and Persian keyboards are digits, and the marks and spaces
 * that come along when a number is copied are nothing. What is still wrong then, the contract refuses.
 */

const ARABIC_ZERO = 0x660;
const PERSIAN_ZERO = 0x6f0;
/** Of all kinds, and marks of direction. */
const SPACES = /[\s\u2000-\u200f\u202a-\u202f\u2066-\u2069]/g;
/** What groups of digits are written with. */
const HYPHENS = /[\u2010-\u2015().-]/g;

/** The same text with the digits 0 to 9 for those of the other scripts. */
export function withLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO));
  });
}

/** Without blanks around it; undefined for what was left empty. */
export function typedText(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed;
}

/** A whole number; undefined for what was left empty, NaN for what is none. */
export function typedNumber(text: string | undefined): number | undefined {
  const typed = typedText(withLatinDigits(text ?? '').replace(SPACES, ''));
  if (typed === undefined) return undefined;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** A code or number that is written in groups, e.g. "123 456"; undefined for what was left empty. */
export function typedDigits(text: string | undefined): string | undefined {
  return typedText(
    withLatinDigits(text ?? '')
      .replace(SPACES, '')
      .replace(HYPHENS, ''),
  );
}

/** "+97455123456" of "5512 3456", "00974 5512 3456" and the like; undefined for what was left empty. */
export function typedPhone(text: string | undefined): string | undefined {
  const typed = typedDigits(text);
  const own = typed === undefined ? null : /^(?:\+|00)?(?:974)?(\d{8})$/.exec(typed);
  return own === null ? typed : `+974${own[1]}`;
}
