import type { MessageParams } from './message-params.ts';

export type Locale = 'en' | 'ar';

/** One text in both languages, in ICU's syntax. */
export type Text = Readonly<Record<Locale, string>>;
export type Texts = Readonly<Record<string, Text>>;

/** Both languages of a text have to take the same parameters; otherwise the Arabic one does not compile. */
type SameParams<T extends Texts> = {
  [K in keyof T]: keyof MessageParams<T[K]['en']> extends keyof MessageParams<T[K]['ar']>
    ? keyof MessageParams<T[K]['ar']> extends keyof MessageParams<T[K]['en']>
      ? Text
      : { en: string; ar: ['parameters that the English text lacks'] }
    : { en: string; ar: ['lacks parameters of the English text'] };
};

/** Texts of a console, by key: a key, language or parameter that is missing or unknown does not compile. */
export function defineTexts<const T extends Texts>(texts: T & SameParams<T>): T {
  return texts;
}

type Arguments<S extends string> = keyof MessageParams<S> extends never ? [] : [params: MessageParams<S>];

/** Returns the text of a key in the reader's language. */
export type Translate<T extends Texts> = <K extends keyof T & string>(
  key: K,
  ...params: Arguments<T[K]['en']>
) => string;
