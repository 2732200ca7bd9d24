import { useCallback } from 'react';
import { useBoardPart } from '../data/board-context.tsx';
import { useRefusalText } from '../texts/refusal-texts.ts';
import { useWords } from '../texts/words.ts';
import { useRuleText } from './use-rule-text.ts';

/** A step of a bulk action that the service refused, with a code and a text for developers. */
export interface RefusedStep {
  code: string | null;
  /** The task concerned; null if the step concerned none. */
  taskId: string | null;
}

/** Errors after which it is unknown whether the step was taken. */
const UNKNOWN: ReadonlySet<string> = new Set(['common.INTERNAL', 'common.UNAVAILABLE']);

/** Why one step of a bulk action was refused, in the reader's language: the rule, or the task's present state. */
export function useStepRefusal(): (step: RefusedStep) => string {
  const t = useRefusalText();
  const words = useWords();
  const { ofRefusal } = useRuleText();
  const tasks = useBoardPart(({ state }) => state.tasks);
  return useCallback(
    ({ code, taskId }) => {
      const rule = ofRefusal(code);
      if (rule !== null) return rule;
      if (code === 'common.NOT_FOUND') return t('refused.gone');
      if (code === 'delivery.HAND_OVER_OPEN') return t('step.handOver');
      // Limits are counted by the minute.
      if (code === 'common.RATE_LIMITED') return t('step.limited');
      if (UNKNOWN.has(code ?? '')) return t('step.unknown');
      const now = taskId === null ? undefined : tasks.get(taskId);
      if (now === undefined) return t('step.changed');
      return t('step.standsAt', { status: words(`status.${now.status}`) });
    },
    [t, words, ofRefusal, tasks],
  );
}
