import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { useConsoleText } from '../texts/console-texts.ts';

/** Shows that an action failed, and why. @param title Left out: a file could not be fetched. */
export function useFailureNotice(title?: string): (error: unknown) => void {
  const t = useConsoleText();
  const shared = useSharedText();
  return (error) => {
    const detail =
      error instanceof ProblemError
        ? error.title
        : shared(error instanceof NoAnswerError ? 'error.noAnswer' : 'error.detail');
    notify({ tone: 'danger', title: title ?? t('download.failed'), detail });
  };
}
