/** Two letters that stand for a name where it has no room: of its first and its last word, not of what is in brackets. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => LETTER_FIRST.test(word));
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : ''].map(letterOf);
  // Arabic letters would join to a word that means nothing.
  return ARABIC.test(first) && last !== '' ? `${first} ${last}` : first + last;
}

const LETTER_FIRST = /^\p{L}/u;
const ARABIC = /[\u0600-\u06ff]/;

/** Without the Arabic article, with which most family names begin. */
function letterOf(word: string | undefined): string {
  const [letter = ''] = [...(word ?? '').replace(/^(ال)(?=..)/, '').replace(/^al-/i, '')];
  return letter.toLocaleUpperCase();
}
