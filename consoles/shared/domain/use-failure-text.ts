import type { Text } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';
import { FAILURE_REASONS, FAILURES, type FailureReason } from './failure-reasons.ts';

function textsOf(kind: 'label' | 'statement'): Record<FailureReason, Text> {
  const texts = FAILURE_REASONS.map((reason) => [reason, FAILURES[reason][kind]] as const);
  return Object.fromEntries(texts) as Record<FailureReason, Text>;
}

/** A reason in a word or two: "Nobody home". */
export const useFailureLabel = textHook(textsOf('label'));

/** A reason as it is reported: "Nobody is there". */
export const useFailureStatement = textHook(textsOf('statement'));
