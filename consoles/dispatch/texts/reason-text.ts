import { isFailureReason } from '../../shared/domain/failure-reasons.ts';
import { useFailureLabel } from '../../shared/domain/use-failure-text.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { reasonIn } from './reason-presets.ts';

/** A failure's code, alone or before what was noted with it: `OTHER: The road is closed`. */
const CODED = /^([A-Z_]+)(?:: (.+))?$/s;

/** Why something happened to a task, in the reader's language; what a person wrote stays as it is. */
export function useReasonText(): (reason: string) => string {
  const label = useFailureLabel();
  const { locale } = useLocaleChoice();
  return (reason) => {
    const [, code, note] = CODED.exec(reason) ?? [];
    if (!isFailureReason(code)) return reasonIn(locale, reason);
    return note === undefined ? label(code) : `${label(code)}: ${note}`;
  };
}
