import { useCodedFailure } from '../../shared/domain/use-failure-text.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { reasonIn } from './reason-presets.ts';

/** Why something happened to a task, in the reader's language; free text is unchanged. */
export function useReasonText(): (reason: string) => string {
  const failure = useCodedFailure();
  const { locale } = useLocaleChoice();
  return (reason) => failure(reason) ?? reasonIn(locale, reason);
}
