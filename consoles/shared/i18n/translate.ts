import { IntlMessageFormat } from 'intl-messageformat';
import type { Locale, Texts, Translate } from './define-texts.ts';

/** Digits are Latin in both languages, as on Qatar's invoices and licence plates. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', ar: 'ar-QA-u-nu-latn' };

const FOREIGN: Readonly<Record<Locale, RegExp>> = {
  en: /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/,
  ar: /[A-Za-z0-9+]/,
};

/** Does what `<bdi>` does in a page: a part in the other direction must not reorder the sentence around it. */
function isolated(value: string, locale: Locale): string {
  return FOREIGN[locale].test(value) ? `\u2068${value}\u2069` : value;
}

/** Texts in one language. Each is parsed when first used. */
export function translator<T extends Texts>(texts: T, locale: Locale): Translate<T> {
  const parsed = new Map<string, IntlMessageFormat>();
  const messageOf = (key: string): IntlMessageFormat => {
    const known = parsed.get(key);
    if (known !== undefined) return known;
    const text = texts[key]?.[locale] ?? key;
    const message = new IntlMessageFormat(text, LANGUAGE_TAGS[locale], undefined, { ignoreTag: true });
    parsed.set(key, message);
    return message;
  };
  return (key, ...[params]) => {
    const values = Object.entries(params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? isolated(value, locale) : value,
    ]);
    return String(messageOf(key).format(Object.fromEntries(values)));
  };
}
