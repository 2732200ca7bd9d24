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

/** As people search: no case, no accents, no vowel signs, letters that are typed for one another alike, Latin digits. */
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
