import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Locale, Texts, Translate } from './define-texts.ts';
import { type Formats, formats } from './formats.ts';
import { LANGUAGE_TAGS, translator } from './translate.ts';

interface LocaleChoice {
  locale: Locale;
  direction: 'ltr' | 'rtl';
  choose(locale: Locale): void;
  /** Applies the account's language on a device where none was chosen and the browser prefers neither. */
  suggest(locale: Locale): void;
}

const STORED = 'wasl.locale';
const LocaleContext = createContext<LocaleChoice | null>(null);

function storedLocale(): Locale | null {
  const stored = localStorage.getItem(STORED);
  return stored === 'ar' || stored === 'en' ? stored : null;
}

/** The first of the browser's languages that is supported. */
function browserLocale(): Locale | null {
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'ar' || tag === 'en');
  return known === 'ar' || known === 'en' ? known : null;
}

/** Language and direction of the whole page: what was chosen on this device, else what the browser prefers. */
export function LocaleProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState<Locale>(() => storedLocale() ?? browserLocale() ?? 'en');
  const direction = locale === 'ar' ? 'rtl' : 'ltr';
  useEffect(() => {
    document.documentElement.lang = locale;
    document.documentElement.dir = direction;
  }, [locale, direction]);
  const choose = useCallback((chosen: Locale) => {
    localStorage.setItem(STORED, chosen);
    setLocale(chosen);
  }, []);
  const suggest = useCallback((suggested: Locale) => {
    if (storedLocale() === null && browserLocale() === null) setLocale(suggested);
  }, []);
  const value = useMemo(
    () => ({ locale, direction, choose, suggest }) as const,
    [locale, direction, choose, suggest],
  );
  return (
    <LocaleContext value={value}>
      <I18nProvider locale={LANGUAGE_TAGS[locale]}>{children}</I18nProvider>
    </LocaleContext>
  );
}

export function useLocaleChoice(): LocaleChoice {
  const value = useContext(LocaleContext);
  if (value === null) throw new Error('LocaleProvider is missing');
  return value;
}

export function useFormats(): Formats {
  return formats(useLocaleChoice().locale);
}

/** A hook that returns these texts in the reader's language: `export const useText = textHook(texts)`. */
export function textHook<T extends Texts>(texts: T): () => Translate<T> {
  const translators = { en: translator(texts, 'en'), ar: translator(texts, 'ar') };
  return () => translators[useLocaleChoice().locale];
}
