import { foldText } from '../ui/fold-text.ts';

export type GuideLocale = 'ar' | 'en';

/** Words of a question that no page is found by, folded. */
const STOP: Readonly<Record<GuideLocale, ReadonlySet<string>>> = {
  en: new Set(
    'a an and are as at be by can do does for from how i if in is it its me my of on or our that the their them then there this to was what when which who why will with you your'.split(
      ' ',
    ),
  ),
  ar: new Set(
    [
      'في من الى على عن ان او ثم هل ما لا لم لن قد هو هي هذا هذه ذلك تلك كل مع عند بعد قبل كيف متى اين كم لماذا التي الذي به بها له لها فيه فيها منه منها انا اي',
    ].flatMap((words) => words.split(' ')),
  ),
};

const PREFIXES = ['وال', 'بال', 'كال', 'فال', 'لل', 'ال'];
const SUFFIXES = ['ها', 'هم', 'نا', 'ات', 'ون', 'ين', 'ان', 'يه', 'ه', 'ي', 'ا'];
/** What must remain of a word when an ending is cut off: most Arabic roots have three letters. */
const MIN_STEM_LENGTH = 3;
const MAX_CUTS = 2;

/** The words of a text as the index has them: folded, without stop words, reduced to their stems. */
export function termsOf(text: string, locale: GuideLocale): string[] {
  return wordsOf(text)
    .filter((word) => !STOP[locale].has(word))
    .map(stem);
}

/** The folded words of a text. `X-Cart-Token` and `LIMIT_NETWORKS` are several words. */
export function wordsOf(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function stem(word: string): string {
  return /^[\u0621-\u064a]+$/.test(word) ? arabicStem(word) : englishStem(word);
}

/** Light stemming: article and conjunction in front, plural, feminine and possessive endings behind. */
function arabicStem(word: string): string {
  const prefix = PREFIXES.find(
    (each) => word.startsWith(each) && word.length - each.length >= MIN_STEM_LENGTH,
  );
  let rest = prefix === undefined ? word : word.slice(prefix.length);
  for (let cut = 0; cut < MAX_CUTS; cut++) {
    const suffix = SUFFIXES.find(
      (each) => rest.endsWith(each) && rest.length - each.length >= MIN_STEM_LENGTH,
    );
    if (suffix === undefined) break;
    rest = rest.slice(0, -suffix.length);
  }
  return rest;
}

/** Plural and verb endings; the rest is left to the search's tolerance for misspelling. */
function englishStem(word: string): string {
  for (const [ending, instead, atLeast] of ENDINGS) {
    if (word.endsWith(ending) && word.length - ending.length >= atLeast)
      return word.slice(0, -ending.length) + instead;
  }
  return word;
}

const ENDINGS: readonly [ending: string, instead: string, atLeast: number][] = [
  ['ies', 'y', 2],
  ['sses', 'ss', 2],
  ['ss', 'ss', 1],
  ['ing', '', 3],
  ['ed', '', 3],
  ['s', '', 3],
];
