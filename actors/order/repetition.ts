import { compare } from '../money/money.ts';
import type { AnyTaskCommand } from './commands.ts';
import { type LocatedTask, TASK_PATH, type TaskState, type TaskStatus } from './state.ts';

const PATH: readonly TaskStatus[] = TASK_PATH;

const REACHES: { readonly [type in AnyTaskCommand['type']]?: TaskStatus } = {
  accept: 'ACCEPTED',
  'pick-up': 'PICKED_UP',
  'in-transit': 'IN_TRANSIT',
  arrive: 'ARRIVED',
  'verify-code': 'CODE_VERIFIED',
  'record-cash': 'CASH_RECORDED',
  complete: 'COMPLETED',
};

const ENDS_IN = { fail: 'FAILED', 'complete-return': 'RETURNED', 'write-off': 'WRITTEN_OFF' } as const;
const WAY_TO_DOOR: readonly TaskStatus[] = ['IN_TRANSIT', 'ARRIVED'];

/**
 * Whether the command has already taken effect, so that repeating it is answered and not done again:
 * a driver's phone may retry safely. That the driver is the task's own is established before.
 */
export function repeats({ group, task }: LocatedTask, command: AnyTaskCommand): boolean {
  switch (command.type) {
    case 'assign-by-hand':
      return isAssignedByHandTo(task, command.driverId);
    case 'unassign':
      return task.status === 'UNASSIGNED' && task.round > 1 && task.manual === undefined;
    case 'retry':
      return task.attempt > 1 && WAY_TO_DOOR.includes(task.status);
    case 'start-return':
      return task.status === 'RETURNING' || task.status === 'RETURNED';
    case 'fail':
    case 'complete-return':
    case 'write-off':
      return task.status === ENDS_IN[command.type];
    case 'reverse':
      return (task.reversals ?? 0) > 0 && WAY_TO_DOOR.includes(task.status);
    case 'override-code':
      return task.codeOverridden === true && PATH.indexOf(task.status) >= PATH.indexOf('CODE_VERIFIED');
    case 'record-cash':
      return hasReached(task, command) && compare(command.amount, group.cashDue) === 0;
    default:
      return hasReached(task, command);
  }
}

function hasReached(task: TaskState, { type }: AnyTaskCommand): boolean {
  const target = REACHES[type];
  return target !== undefined && PATH.indexOf(task.status) >= PATH.indexOf(target);
}

/** An automatic offer still open to that driver is none: by hand it would not time out. */
function isAssignedByHandTo(task: TaskState, driverId: string): boolean {
  if (task.manual !== undefined) return task.manual.driverId === driverId;
  if (task.offer?.driverId !== driverId || task.status === 'CANCELLED') return false;
  return task.offer.manual || task.status !== 'ASSIGNED';
}
