import { MAX_TASKS } from '../driver/state.ts';
import { type Asked, cashHeld, covers, type Rule } from './rules.ts';
import type { AssignmentDriver } from './world.ts';

/** The numbers behind a broken rule; each rule sets its own. Amounts are in QAR, `until` is RFC 3339. */
export type RuleFigures = {
  onBreak?: boolean;
  /** Which of the task's stops lies outside the driver's zones. */
  outside?: 'PICKUP' | 'DROPOFF' | 'BOTH';
  /** The number of tasks the driver has, when that is the limit. */
  tasks?: number;
  unitsAssigned?: number;
  unitsAsked?: number;
  capacity?: number;
  cashHeld?: string;
  cashDue?: string;
  cashLimit?: string;
  until?: string;
};

export function figuresOf(rule: Rule, asked: Asked, driver: AssignmentDriver): RuleFigures {
  const { items, cod, excluded } = asked.task;
  switch (rule) {
    case 'NOT_ON_DUTY':
      return { onBreak: driver.duty === 'ON_BREAK' };
    case 'OUTSIDE_ZONES':
      return { outside: outside(asked, driver) };
    case 'CAPACITY':
      return driver.activeTasks >= MAX_TASKS
        ? { tasks: driver.activeTasks }
        : { unitsAssigned: driver.itemsAssigned, unitsAsked: items, capacity: driver.capacity };
    case 'CASH_LIMIT':
      return { cashHeld: cashHeld(driver), cashDue: cod, cashLimit: driver.cashLimit ?? '0.00' };
    case 'TIMED_OUT': {
      const until = excluded.find(({ driverId }) => driverId === driver.id)?.until ?? null;
      return until === null ? {} : { until };
    }
    default:
      return {};
  }
}

/** An English sentence about the rule and its numbers. */
export function wordsOf(rule: Rule, figures: RuleFigures): string {
  switch (rule) {
    case 'NOT_APPROVED':
      return 'is not approved';
    case 'NOT_ON_DUTY':
      return figures.onBreak === true ? 'is on a break' : 'has no shift';
    case 'OFFLINE':
      return 'no signal from the phone for 5 minutes';
    case 'OUTSIDE_ZONES':
      return `${OUTSIDE[figures.outside ?? 'BOTH']} outside the driver's zones`;
    case 'CAPACITY':
      return figures.tasks === undefined
        ? `${figures.unitsAssigned} units assigned, ${figures.unitsAsked} more, room for ${figures.capacity}`
        : `has ${figures.tasks} tasks, the most there may be`;
    case 'CASH_LIMIT':
      return `${figures.cashHeld} on hand and assigned, ${figures.cashDue} due, limit ${figures.cashLimit}`;
    case 'DECLINED':
      return 'declined this task';
    case 'TIMED_OUT':
      return `had this task, not again before ${figures.until ?? ''}`;
    case 'REFUSED':
      return 'could not reserve in this round';
  }
}

const OUTSIDE = { PICKUP: 'the pickup lies', DROPOFF: 'the drop-off lies', BOTH: 'both stops lie' };

function outside({ atPickup, atDropoff }: Asked, driver: AssignmentDriver): 'PICKUP' | 'DROPOFF' | 'BOTH' {
  if (covers(driver, atPickup)) return 'DROPOFF';
  return covers(driver, atDropoff) ? 'PICKUP' : 'BOTH';
}
