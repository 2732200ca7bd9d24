import type { Person } from './personal-data.ts';

type Named = Pick<Person, 'words' | 'phrases'>;

/** Replaces a person's name, in both languages. */
export const CLOSED_ACCOUNT = 'Closed account · حساب مغلق';

/** Shorter words identify no one and would only damage other text. */
const MIN_WORD_LENGTH = 3;

/**
 * A PostgreSQL regular expression that finds any of these as separate words: e-mail addresses and names as a whole, the
 * parts of a name, and phone numbers in any grouping. Null if there is nothing to find.
 */
export function wordPattern({ words, phrases }: Named): string | null {
  return anyOf([
    ...words.flatMap((word) => formsOf(word.trim(), true)),
    ...phrases.flatMap((phrase) => formsOf(phrase.trim(), false)),
  ]);
}

/** Same for texts that may be about anyone: only what is unlikely to match two people. */
export function unmistakablePattern({ words, phrases }: Named): string | null {
  const telling = [...words, ...phrases].map((word) => word.trim()).filter((word) => /[\s@\d]/.test(word));
  return anyOf(telling.flatMap((word) => formsOf(word, false)));
}

function anyOf(forms: readonly string[]): string | null {
  if (forms.length === 0) return null;
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return `(?<![[:alnum:]])(?:${longestFirst.join('|')})(?![[:alnum:]])`;
}

function formsOf(word: string, inParts: boolean): string[] {
  if (word === CLOSED_ACCOUNT) return [];
  const phone = /^(?:\+974)?(\d{8})$/.exec(word)?.[1];
  if (phone !== undefined) return [`(?:(?:\\+|00)?974[ .-]*)?${[...phone].join('[ .-]*')}`];
  const parts = inParts && !word.includes('@') ? word.split(/\s+/) : [];
  return [word, ...parts]
    .filter((form) => form.length >= MIN_WORD_LENGTH)
    .map((form) => form.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+'));
}
