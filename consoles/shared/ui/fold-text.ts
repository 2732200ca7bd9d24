const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u0640]/g;
const SAME: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
};

/**
 * Normalises text for search: ignores case, accents and vowel signs, unifies letters that are often interchanged, and
 * uses Latin digits.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[أإآٱىئؤة]/g, (letter) => SAME[letter] ?? letter)
    .replace(MARKS, '')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .normalize('NFC')
    .trim();
}
