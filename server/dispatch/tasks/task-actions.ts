import { MAX_ATTEMPTS } from '../../../actors/order/attempts.ts';
import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import { CONFIRM_RETURN_MINUTES } from '../../../actors/order/return.ts';
import { REVERSIBLE_MINUTES } from '../../../actors/order/reversal.ts';
import { allowedGroupActions, allowedTaskActions } from '../../../actors/order/transitions.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import { actionsOf } from './api-names.ts';
import type { TaskRow } from './task-store.ts';

/**
 * Actions allowed to this driver, by API name. Goods return without a dispatcher's request only if the failure reason
 * says so.
 */
export function driverActions(
  task: TaskRow,
  driverId: string,
  handOver: { confirmed: boolean } | null,
): string[] {
  const { status, failure_reason: reason } = task;
  const handsOver = handOver !== null && !handOver.confirmed ? ['hand-over'] : [];
  if (task.driver_id !== driverId) return actionsOf(handsOver);
  const returns = reason !== null && FAILURE_CONSEQUENCES[reason] === 'RETURN';
  const others = allowedTaskActions(status, 'DRIVER').filter(
    (command) => command !== 'hand-over' && (returns || command !== 'start-return'),
  );
  return actionsOf([...others, ...handsOver]);
}

/** Actions allowed now to a dispatcher or administrator, by API name. */
export function dispatcherActions(task: TaskRow, role: Role, now: Date): string[] {
  const onTask = allowedTaskActions(task.status, role).filter((command) => isPossible(task, command, now));
  const onGroup = allowedGroupActions(task.group_status, role).filter(
    (command) => command === 'cancel-group' || (command === 'confirm-return' && mayConfirm(task, now)),
  );
  // `reassign` combines taking the task from one driver and giving it to another.
  const moves = onTask.includes('assign-by-hand') && task.driver_id !== null ? ['reassign'] : [];
  return actionsOf([...onTask, ...moves, ...onGroup]);
}

/**
 * The table knows only states; the machine's other conditions are checked here, so that no action is shown that would
 * be refused.
 */
function isPossible(task: TaskRow, command: string, now: Date): boolean {
  switch (command) {
    case 'cancel-hand-over':
      return false;
    case 'open-hand-over':
      return task.hand_over_id === null;
    case 'retry':
      return task.attempt < MAX_ATTEMPTS;
    case 'reverse':
      return isReversible(task, now);
    default:
      return true;
  }
}

function isReversible(task: TaskRow, now: Date): boolean {
  const { completed_at: completedAt, cash_named_at: namedAt, reversal_id: underWay } = task;
  if (underWay !== null || completedAt === null || isOver(completedAt, REVERSIBLE_MINUTES, now)) return false;
  return namedAt === null || namedAt > now;
}

/** Sellers confirm returned goods themselves; dispatch may confirm only if they have no staff or their time is up. */
export function mayConfirm(task: TaskRow, now: Date): boolean {
  if (task.return_confirmed_at !== null) return false;
  return !task.seller_staffed || staffConfirmsFrom(task) <= now;
}

/** When dispatch may confirm on behalf of a seller with staff. */
export function staffConfirmsFrom({ group_ended_at: endedAt }: TaskRow): Date {
  return new Date((endedAt?.getTime() ?? 0) + CONFIRM_RETURN_MINUTES * 60_000);
}

function isOver(since: Date, minutes: number, now: Date): boolean {
  return since.getTime() + minutes * 60_000 <= now.getTime();
}
