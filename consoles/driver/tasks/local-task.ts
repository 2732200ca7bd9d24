import type { components } from '../../../server/kernel/http/api-types.ts';
import { FAILURES, type FailureReason, isFailureReason } from '../../shared/domain/failure-reasons.ts';
import { type Action, isWaiting, type QueuedKind } from '../queue/action.ts';

export type DriverTask = components['schemas']['DriverTask'];
type Status = DriverTask['status'];
type Step = DriverTask['allowedActions'][number];

/** A task as the phone shows it: the service's version, with the driver's unsent steps applied. */
export interface LocalTask {
  task: DriverTask;
  /** Ahead of `task.status` by waiting steps, as far as they are harmless. */
  status: Status;
  /** What the driver may do next, assuming those steps. */
  allowed: readonly Step[];
  /** Kinds of this task's waiting actions, in sequence. */
  waiting: readonly QueuedKind[];
  /** The reason of a failure that the service has not received yet. */
  failure: FailureReason | null;
}

interface Effect {
  from: readonly Status[];
  /** Left out for cash, stock and steps of two drivers: their display does not change until the service has them. */
  to?: Status;
  next: readonly Step[];
}

const AT_DOOR: readonly Step[] = ['delivery-code', 'verify-code', 'fail'];
const ON_BOARD: readonly Status[] = ['PICKED_UP', 'IN_TRANSIT', 'ARRIVED', 'CODE_VERIFIED'];

/** The effect of each waiting step on the display. A step already included in the service's version has none. */
const EFFECTS: { readonly [kind in QueuedKind]?: Effect } = {
  'pick-up': { from: ['ACCEPTED'], to: 'PICKED_UP', next: ['in-transit', 'fail'] },
  'in-transit': { from: ['PICKED_UP'], to: 'IN_TRANSIT', next: ['arrive', ...AT_DOOR] },
  arrive: { from: ['IN_TRANSIT'], to: 'ARRIVED', next: AT_DOOR },
  'record-cash': { from: ['CODE_VERIFIED'], next: ['complete'] },
  complete: { from: ['CODE_VERIFIED', 'CASH_RECORDED'], next: [] },
  'return-start': { from: ['FAILED'], to: 'RETURNING', next: ['return'] },
  'return-complete': { from: ['RETURNING'], next: [] },
};

/** The task with the account's actions applied. Null: the driver has declined it. */
export function localTask(task: DriverTask, actions: readonly Action[]): LocalTask | null {
  const own = actions.filter((action) => action.taskId === task.id && isWaiting(action));
  let local: LocalTask = {
    task,
    status: task.status,
    allowed: task.allowedActions,
    waiting: own.map(({ kind }) => kind),
    failure: null,
  };
  for (const action of own) {
    if (action.kind === 'decline' && task.status === 'ASSIGNED') return null;
    local = after(local, action);
  }
  return local;
}

/** Every task of the driver, each with its waiting actions applied. */
export function localTasks(tasks: readonly DriverTask[], actions: readonly Action[]): LocalTask[] {
  return tasks.flatMap((task) => localTask(task, actions) ?? []);
}

function after(local: LocalTask, action: Action): LocalTask {
  switch (action.kind) {
    case 'fail':
      return failed(local, action);
    case 'hand-over':
      return { ...local, allowed: local.allowed.filter((step) => step !== 'hand-over') };
    default: {
      const effect = EFFECTS[action.kind];
      if (effect === undefined || !effect.from.includes(local.status)) return local;
      return { ...local, status: effect.to ?? local.status, allowed: effect.next };
    }
  }
}

function failed(local: LocalTask, { body }: Action): LocalTask {
  if (!ON_BOARD.includes(local.status)) return local;
  const failure = isFailureReason(body?.reason) ? body.reason : null;
  const allowed: Step[] = failure !== null && FAILURES[failure].next === 'RETURN' ? ['return'] : [];
  return { ...local, status: 'FAILED', allowed, failure };
}
