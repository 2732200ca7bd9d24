import { MAX_ATTEMPTS } from '../../../actors/order/attempts.ts';
import { FAILURE_CONSEQUENCES } from '../../../actors/order/failure.ts';
import { CONFIRM_RETURN_MINUTES } from '../../../actors/order/return.ts';
import { REVERSIBLE_MINUTES } from '../../../actors/order/reversal.ts';
import { allowedGroupActions, allowedTaskActions } from '../../../actors/order/transitions.ts';
import type { Role } from '../../../actors/runtime/machine.ts';
import type { TaskRow } from './task-store.ts';
import { actionsOf } from './task-words.ts';

/** What this driver may do with the task, in the API's words. Goods go back unasked only where the reason says so. */
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

/** What a dispatcher or an administrator may do with the task at this moment, in the API's words. */
export function dispatcherActions(task: TaskRow, role: Role, now: Date): string[] {
  const onTask = allowedTaskActions(task.status, role).filter((command) => hasRoom(task, command, now));
  const onGroup = allowedGroupActions(task.group_status, role).filter(
    (command) => command === 'cancel-group' || (command === 'confirm-return' && mayConfirm(task, now)),
  );
  // Taking it from the one and giving it to the other, in one step.
  const moves = onTask.includes('assign-by-hand') && task.driver_id !== null ? ['reassign'] : [];
  return actionsOf([...onTask, ...moves, ...onGroup]);
}

/** The table knows states; what else the machine would ask is asked here, so that nobody is offered a refusal. */
function hasRoom(task: TaskRow, command: string, now: Date): boolean {
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

/** A seller says themselves what came back; somebody else only for one who can't, or hasn't in time. */
export function mayConfirm(task: TaskRow, now: Date): boolean {
  if (task.return_confirmed_at !== null) return false;
  return !task.seller_staffed || staffConfirmsFrom(task) <= now;
}

/** From when on dispatch may confirm for a seller who has people of their own. */
export function staffConfirmsFrom({ group_ended_at: endedAt }: TaskRow): Date {
  return new Date((endedAt?.getTime() ?? 0) + CONFIRM_RETURN_MINUTES * 60_000);
}

function isOver(since: Date, minutes: number, now: Date): boolean {
  return since.getTime() + minutes * 60_000 <= now.getTime();
}
