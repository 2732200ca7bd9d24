/** Two initials in place of a name that does not fit: of its first and last word, ignoring what is in brackets. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => LETTER_FIRST.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''].map(letterOf);
  // Kept apart: Arabic letters would join and look like a word.
  return ARABIC.test(first) && last !== '' ? `${first} ${last}` : first + last;
}

const LETTER_FIRST = /^\p{L}/u;
const ARABIC = /[\u0600-\u06ff]/;

/** Skips the Arabic article, with which most family names begin. */
function letterOf(word: string | undefined): string {
  const [letter = ''] = [...(word ?? '').replace(/^(ال)(?=..)/, '').replace(/^al-/i, '')];
  return letter.toLocaleUpperCase();
}
