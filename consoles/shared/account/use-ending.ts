import { useState } from 'react';
import { NoAnswerError, ProblemError } from '../api/problem.ts';
import { useSharedText } from '../i18n/shared-texts.ts';
import { notify } from '../notices/notices.ts';

/** Runs an action that has no form, one call at a time; a refusal is shown as a notice. */
export function useEnding(work: () => Promise<void>): [pending: boolean, start: () => void] {
  const t = useSharedText();
  const [pending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      await work();
    } catch (error) {
      const title =
        error instanceof ProblemError
          ? error.title
          : t(error instanceof NoAnswerError ? 'error.noAnswer' : 'error.title');
      notify({ tone: 'danger', title });
    }
    setPending(false);
  };
  return [pending, () => void start()];
}
