import type { ErrorCode } from '../../../actors/errors.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { DELIVERY_TEXTS } from './delivery-texts.ts';
import type { Locale } from './locale.ts';
import type { ProblemText } from './problem-text.ts';
import { SHOP_TEXTS } from './shop-texts.ts';
import { waitWords } from './wait-words.ts';

/** Title and general detail of every problem, in both languages. A code without them does not compile. */
export const PROBLEM_TEXTS: Readonly<Record<ErrorCode, ProblemText>> = {
  ...ACCOUNT_TEXTS,
  ...SHOP_TEXTS,
  ...DELIVERY_TEXTS,
};

/** The general detail of this code. @param retryAfter Seconds, if the code states how long to wait. */
export function problemDetail(code: ErrorCode, locale: Locale, retryAfter?: number): string {
  return PROBLEM_TEXTS[code][locale].detail.replace('{wait}', waitWords(locale, retryAfter));
}
