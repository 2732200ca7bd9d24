import type { Text } from '../i18n/define-texts.ts';
import { textHook } from '../i18n/locale.tsx';
import { FAILURE_REASONS, FAILURES, type FailureReason, isFailureReason } from './failure-reasons.ts';

function textsOf(kind: 'label' | 'statement'): Record<FailureReason, Text> {
  const texts = FAILURE_REASONS.map((reason) => [reason, FAILURES[reason][kind]] as const);
  return Object.fromEntries(texts) as Record<FailureReason, Text>;
}

/** A failure reason as a short label: "Nobody home". */
export const useFailureLabel = textHook(textsOf('label'));

/** A reason as it is reported: "Nobody is there". */
export const useFailureStatement = textHook(textsOf('statement'));

/** A failure's code, alone or followed by its note: `OTHER: The road is closed`. */
const CODED = /^([A-Z_]+)(?:: (.+))?$/s;

/** A recorded failure with its note, in the reader's language; null for any other reason. */
export function useCodedFailure(): (reason: string) => string | null {
  const label = useFailureLabel();
  return (reason) => {
    const [, code, note] = CODED.exec(reason) ?? [];
    if (!isFailureReason(code)) return null;
    return note === undefined ? label(code) : `${label(code)}: ${note}`;
  };
}
