import { useCallback } from 'react';
import { NoAnswerError, ProblemError } from '../../shared/api/problem.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { TASK_ACTIONS, type TaskAction } from '../data/task-actions.ts';
import { useRefusalText } from '../texts/refusal-texts.ts';
import { useTaskText } from '../texts/task-texts.ts';
import { useWords } from '../texts/words.ts';
import { useStateWord } from './use-state-word.ts';

export interface Explained {
  title: string;
  detail: string;
  /** Someone else was faster: the screen is out of date. */
  overtaken: boolean;
}

/** Seconds to wait if a rate limit does not say how long. */
const DEFAULT_WAIT = 60;
const OVERTAKEN = new Set(['common.PRECONDITION_FAILED', 'common.CONFLICT']);

function isAction(word: string): word is TaskAction {
  return TASK_ACTIONS.some((action) => action === word);
}

/** A refusal in the reader's words: the obstacle, and what is possible now. */
export function useExplain(): (error: unknown) => Explained {
  const t = useWords();
  const shared = useSharedText();
  const detailOf = useDetail();
  return useCallback(
    (error: unknown) => {
      if (error instanceof NoAnswerError) {
        return { title: shared('error.noAnswer'), detail: t('common.noAnswer'), overtaken: true };
      }
      if (!(error instanceof ProblemError)) {
        return { title: shared('error.title'), detail: shared('error.detail'), overtaken: false };
      }
      const overtaken = OVERTAKEN.has(error.code) || error.code.endsWith('.INVALID_STATE');
      return { title: error.title, detail: detailOf(error), overtaken };
    },
    [t, shared, detailOf],
  );
}

function useDetail(): (error: ProblemError) => string {
  const t = useRefusalText();
  const stateWord = useStateWord();
  const task = useTaskText();
  const { list, span, dayAndTime, timeWithSeconds } = useFormats();
  return useCallback(
    (error) => {
      const { code, problem, requestId } = error;
      if (OVERTAKEN.has(code)) return t('refused.changed');
      if (code.endsWith('.INVALID_STATE')) {
        const state = stateWord(code, problem.currentState ?? '');
        const possible = (problem.allowedCommands ?? [])
          .filter(isAction)
          .map((action) => task(`action.${action}`));
        const parts = [state === null ? error.message : t('refused.state', { state })];
        if (possible.length > 0) parts.push(t('refused.possible', { actions: list(possible) }));
        else if (problem.allowedCommands !== undefined) parts.push(t('refused.nothing'));
        return parts.join(' ');
      }
      switch (code) {
        case 'common.VALIDATION_FAILED': {
          const [fault] = problem.errors;
          const { from, now } = (fault?.params ?? {}) as { from?: string; now?: string };
          if (fault?.pointer.startsWith('query/') === true && from !== undefined)
            return t('refused.past', { time: dayAndTime(from) });
          if (fault?.pointer.startsWith('query/') === true && now !== undefined) return t('refused.ahead');
          return t('refused.entries');
        }
        case 'common.INTERNAL':
          return t('refused.fault', { reference: requestId });
        case 'idempotency.IN_PROGRESS':
          return t('refused.inProgress');
        case 'common.RATE_LIMITED':
          return t('refused.limited', {
            time: timeWithSeconds(Date.now() + (error.retryAfter ?? DEFAULT_WAIT) * 1_000),
          });
        case 'common.NOT_FOUND':
          return t('refused.gone');
        case 'shift.OVERLAP': {
          const { plannedStart, plannedEnd } = problem as { plannedStart?: string; plannedEnd?: string };
          if (plannedStart === undefined || plannedEnd === undefined) return t('refused.overlapNow');
          return t('refused.overlap', { span: span(plannedStart, plannedEnd) });
        }
        case 'driver.NOT_APPROVED':
          return t('refused.notApproved');
        case 'shift.WORK_UNFINISHED':
          return t('refused.unfinished');
        case 'shift.GOODS_ON_BOARD':
          return t('refused.goods');
        case 'shift.CASH_UNSETTLED':
          return t('refused.cash');
        default:
          return error.message === error.title ? '' : error.message;
      }
    },
    [t, stateWord, task, list, span, dayAndTime, timeWithSeconds],
  );
}

/** Shows a refusal as a notice. */
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
