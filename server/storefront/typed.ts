/**
 * Normalises what people type to the contract's formats: Arabic and Persian digits become Latin ones, and spaces and
 * marks copied along with a number are removed. Anything still invalid is refused by the contract.
 */

const ARABIC_ZERO = 0x660;
const PERSIAN_ZERO = 0x6f0;
/** All kinds of spaces, and direction marks. */
const SPACES = /[\s\u2000-\u200f\u202a-\u202f\u2066-\u2069]/g;
/** Separators between groups of digits. */
const HYPHENS = /[\u2010-\u2015().-]/g;

/** The text with digits of other scripts replaced by 0 to 9. */
export function withLatinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (code >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO));
  });
}

/** Trimmed; undefined if empty. */
export function typedText(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === undefined || trimmed === '' ? undefined : trimmed;
}

/** A whole number; undefined if empty, NaN if it is not a number. */
export function typedNumber(text: string | undefined): number | undefined {
  const typed = typedText(withLatinDigits(text ?? '').replace(SPACES, ''));
  if (typed === undefined) return undefined;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

/** A code or number that may be written in groups, e.g. "123 456"; undefined if empty. */
export function typedDigits(text: string | undefined): string | undefined {
  return typedText(
    withLatinDigits(text ?? '')
      .replace(SPACES, '')
      .replace(HYPHENS, ''),
  );
}

/** "+97455123456" for "5512 3456", "00974 5512 3456" and the like; undefined if empty. */
export function typedPhone(text: string | undefined): string | undefined {
  const typed = typedDigits(text);
  const own = typed === undefined ? null : /^(?:\+|00)?(?:974)?(\d{8})$/.exec(typed);
  return own === null ? typed : `+974${own[1]}`;
}
