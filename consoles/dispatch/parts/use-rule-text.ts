import type { components } from '../../../server/kernel/http/api-types.ts';
import { useFormats } from '../../shared/i18n/locale.tsx';
import { type ruleTexts, useRuleWords } from '../texts/rule-texts.ts';

type Candidate = components['schemas']['Candidate'];
type RuleKey = Extract<keyof typeof ruleTexts, `rule.${string}`>;

export interface RuleText {
  /** The rule by which a manual assignment was refused for the driver's sake; null for any other refusal. */
  ofRefusal(code: string | null): string | null;
  /** A rule in words; for one unknown to this console, the service's name. */
  nameOf(rule: string | null): string;
  /** The figures behind the rule; null if the rule needs none. */
  figuresOf(driver: Pick<Candidate, 'figures'>): string | null;
}

const RULES: { readonly [rule: string]: RuleKey } = {
  NOT_APPROVED: 'rule.NOT_APPROVED',
  NOT_ON_DUTY: 'rule.NOT_ON_DUTY',
  OFFLINE: 'rule.OFFLINE',
  OUTSIDE_ZONES: 'rule.OUTSIDE_ZONES',
  CAPACITY: 'rule.CAPACITY',
  CASH_LIMIT: 'rule.CASH_LIMIT',
  DECLINED: 'rule.DECLINED',
  TIMED_OUT: 'rule.TIMED_OUT',
  REFUSED: 'rule.REFUSED',
};

const RULE_OF_REFUSAL: { readonly [code: string]: RuleKey } = {
  'delivery.CASH_LIMIT_EXCEEDED': 'rule.CASH_LIMIT',
  'delivery.OUTSIDE_ZONES': 'rule.OUTSIDE_ZONES',
  'delivery.CAPACITY_EXCEEDED': 'rule.CAPACITY',
  'delivery.DRIVER_UNAVAILABLE': 'rule.NOT_ON_DUTY',
};

/** Why a driver may not take a task, in the reader's language. */
export function useRuleText(): RuleText {
  const t = useRuleWords();
  const { money, number, time } = useFormats();
  return {
    ofRefusal: (code) => {
      const key = RULE_OF_REFUSAL[code ?? ''];
      return key === undefined ? null : t(key);
    },
    nameOf: (rule) => {
      const key = RULES[rule ?? ''];
      return key === undefined ? (rule ?? '') : t(key);
    },
    figuresOf: ({ figures = {} }) => {
      const { onBreak, outside, tasks, unitsAssigned, unitsAsked, capacity } = figures;
      const { cashHeld, cashDue, cashLimit, until } = figures;
      if (onBreak !== undefined) return t(onBreak ? 'figures.onBreak' : 'figures.noShift');
      if (outside !== undefined) return t(`figures.${outside}`);
      if (tasks !== undefined) return t('figures.tasks', { count: tasks });
      if (unitsAssigned !== undefined && unitsAsked !== undefined && capacity !== undefined) {
        return t('figures.units', {
          assigned: number(unitsAssigned),
          asked: number(unitsAsked),
          capacity: number(capacity),
        });
      }
      if (cashHeld !== undefined && cashDue !== undefined && cashLimit !== undefined) {
        return t('figures.cash', { held: money(cashHeld), due: money(cashDue), limit: money(cashLimit) });
      }
      return until === undefined ? null : t('figures.until', { time: time(until) });
    },
  };
}
