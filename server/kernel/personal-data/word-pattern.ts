import type { Person } from './personal-data.ts';

type Named = Pick<Person, 'words' | 'phrases'>;

/** What stands where a person was named, in both languages. */
export const CLOSED_ACCOUNT = 'Closed account · حساب مغلق';

/** Shorter words name nobody by themselves: they would only take letters out of what others wrote. */
const SHORTEST_WORD = 3;

/**
 * A regular expression of PostgreSQL that finds any of these where it stands by itself: e-mail addresses and names
 * whole, the parts of a name too, telephone numbers however they are grouped. Null: there is nothing to find.
 */
export function wordPattern({ words, phrases }: Named): string | null {
  return anyOf([
    ...words.flatMap((word) => formsOf(word.trim(), true)),
    ...phrases.flatMap((phrase) => formsOf(phrase.trim(), false)),
  ]);
}

/** The same for texts that may be about anybody: only what hardly names two people. */
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
    .filter((form) => form.length >= SHORTEST_WORD)
    .map((form) => form.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&').replaceAll(/\s+/g, '\\s+'));
}
