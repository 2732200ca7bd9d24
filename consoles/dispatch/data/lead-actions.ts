import type { TaskStatus } from '../board/board-types.ts';
import { actionsFor, type DispatchTask, type TaskAction } from './task-actions.ts';

/** What a panel offers: an action, or the explanation of why its driver was chosen. */
export type PanelAction = TaskAction | 'why';

type Lead = readonly [first: PanelAction, second: PanelAction];

const LEADS: Record<Exclude<TaskStatus, 'FAILED'>, Lead> = {
  UNASSIGNED: ['assign', 'why'],
  ASSIGNED: ['reassign', 'why'],
  ACCEPTED: ['reassign', 'why'],
  PICKED_UP: ['contact', 'hand-over'],
  IN_TRANSIT: ['contact', 'hand-over'],
  ARRIVED: ['contact', 'override-code'],
  CODE_VERIFIED: ['contact', 'why'],
  CASH_RECORDED: ['contact', 'why'],
  RETURNING: ['contact', 'write-off'],
  RETURNED: ['confirm-return', 'contact'],
  COMPLETED: ['reverse', 'contact'],
  CANCELLED: ['contact', 'why'],
  WRITTEN_OFF: ['contact', 'why'],
};

const AFTER_FAILURE: Record<NonNullable<DispatchTask['failure']>['next'], Lead> = {
  RETRY: ['retry', 'return'],
  CONTACT: ['contact', 'retry'],
  RETURN: ['return', 'retry'],
  WRITE_OFF: ['write-off', 'return'],
  DECIDE: ['retry', 'return'],
};

/** The two actions that best fit the task's state, if allowed, and the rest for a menu. */
export function leadActions(task: DispatchTask): {
  first: PanelAction | null;
  second: PanelAction | null;
  rest: PanelAction[];
} {
  const possible: PanelAction[] = [...actionsFor(task), 'why'];
  const [first = null, second = null] = leadOf(task).filter((action) => possible.includes(action));
  return { first, second, rest: possible.filter((action) => action !== first && action !== second) };
}

function leadOf(task: DispatchTask): Lead {
  const { status, failure, contacts } = task;
  if (status !== 'FAILED') return LEADS[status];
  const lead = AFTER_FAILURE[failure?.next ?? 'DECIDE'];
  const called = failure !== null && contacts.some(({ at }) => at > failure.at);
  // The person to call first has been called: offer the next action.
  return lead[0] === 'contact' && called ? AFTER_FAILURE.RETRY : lead;
}
