import { useCallback } from 'react';
import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { TASK_ACTIONS, type TaskAction } from '../data/task-actions.ts';
import { useTaskText } from '../texts/task-texts.ts';
import { useWords } from '../texts/words.ts';

export interface Explained {
  title: string;
  detail: string;
  /** Somebody else was faster: what is on screen is no longer how things are. */
  overtaken: boolean;
}

const OVERTAKEN = new Set(['common.PRECONDITION_FAILED', 'common.CONFLICT']);

function isAction(word: string): word is TaskAction {
  return TASK_ACTIONS.some((action) => action === word);
}

/** A refusal in the reader's words, with what is possible now. */
export function useExplain(): (error: unknown) => Explained {
  const t = useWords();
  const shared = useSharedText();
  const task = useTaskText();
  const { list } = useFormats();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NoAnswerError) {
        return { title: shared('error.noAnswer'), detail: t('common.noAnswer'), overtaken: true };
      }
      if (!(error instanceof ProblemError)) {
        return { title: shared('error.title'), detail: shared('error.detail'), overtaken: false };
      }
      const { code, title, problem } = error;
      const overtaken = OVERTAKEN.has(code) || code.endsWith('.INVALID_STATE');
      const possible = (problem.allowedCommands ?? [])
        .filter(isAction)
        .map((action) => task(`action.${action}`));
      const parts = [problem.detail];
      if (overtaken) parts.push(t('common.changedMeanwhile'));
      if (possible.length > 0) parts.push(t('common.allowedNow', { actions: list(possible) }));
      return { title, detail: parts.join(' '), overtaken };
    },
    [t, shared, task, list],
  );
}

/** Shows a refusal in the corner. */
export function useReport(): (error: unknown) => void {
  const explain = useExplain();
  return useCallback(
    (error: unknown) => {
      const { title, detail } = explain(error);
      notify({ tone: 'danger', title, detail });
    },
    [explain],
  );
}
