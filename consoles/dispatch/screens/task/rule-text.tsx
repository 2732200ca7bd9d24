import type { ReactNode } from 'react';
import { taskTexts, useTaskText } from '../../texts/task-texts.ts';

type RuleKey = Extract<keyof typeof taskTexts, `rule.${string}`>;

function isRuleKey(key: string): key is RuleKey {
  return Object.hasOwn(taskTexts, key);
}

/** A rule of the assignment in words; one that this console does not know yet, as the service calls it. */
export function useRuleText(): (rule: string | null) => string {
  const t = useTaskText();
  return (rule) => {
    const key = `rule.${rule ?? ''}`;
    return isRuleKey(key) ? t(key) : (rule ?? '');
  };
}

export function RuleText({ rule, children }: { rule: string | null; children: (text: string) => ReactNode }) {
  return children(useRuleText()(rule));
}
