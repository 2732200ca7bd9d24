const ARABIC: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ؤ: 'و',
  ئ: 'ي',
  ـ: '',
};
const DIGITS = '٠١٢٣٤٥٦٧٨٩';

/** Text as it is searched: without case, marks and the letters that people write one way or the other. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670]/g, '')
    .replace(/[أإآٱةىؤئـ]/g, (letter) => ARABIC[letter] ?? letter)
    .replace(/[٠-٩]/g, (digit) => String(DIGITS.indexOf(digit)))
    .toLowerCase()
    .trim();
}
