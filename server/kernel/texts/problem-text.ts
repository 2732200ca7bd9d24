import type { ErrorCode } from '../../../actors/errors.ts';
import type { Locale } from './locale.ts';

interface Text {
  title: string;
  /** `{wait}` is the waiting time in words. */
  detail: string;
}

export type ProblemText = Readonly<Record<Locale, Text>>;
export type ProblemTexts = Readonly<Partial<Record<ErrorCode, ProblemText>>>;
