import type { components } from '../../../server/kernel/http/api-types.ts';
import { type Api, dataOf } from '../../shared/api/client.ts';
import type { BoardTask, DispatchTask } from '../board/board-types.ts';

type Schemas = components['schemas'];

export type { DispatchTask };

export const TASK_ACTIONS = [
  'assign',
  'reassign',
  'unassign',
  'retry',
  'return',
  'hand-over',
  'cancel-hand-over',
  'override-code',
  'reverse',
  'clear-exclusions',
  'fail',
  'write-off',
  'cancel',
  'cancel-order',
  'confirm-return',
  'contact',
] as const;
export type TaskAction = (typeof TASK_ACTIONS)[number];

/** What a dispatcher has to enter for an action. */
export interface ActionNeeds {
  /** Which driver: `ChooseDriverDialog` asks. */
  driver?: boolean;
  reason?: 'needed' | 'optional';
  failure?: boolean;
  window?: boolean;
  contact?: boolean;
  /** How many units of each line came back damaged. */
  damaged?: boolean;
  /** It cannot be undone. */
  grave?: boolean;
}

export const ACTION_NEEDS: Record<TaskAction, ActionNeeds> = {
  assign: { driver: true },
  reassign: { driver: true, reason: 'needed' },
  unassign: { reason: 'needed' },
  retry: { window: true, reason: 'optional' },
  return: { reason: 'optional' },
  'hand-over': { driver: true, reason: 'optional' },
  'cancel-hand-over': {},
  'override-code': { reason: 'needed', grave: true },
  reverse: { reason: 'needed' },
  'clear-exclusions': { reason: 'needed' },
  fail: { failure: true, reason: 'optional' },
  'write-off': { reason: 'needed', grave: true },
  cancel: { reason: 'needed', grave: true },
  'cancel-order': { reason: 'needed', grave: true },
  'confirm-return': { damaged: true, reason: 'needed' },
  contact: { contact: true, reason: 'optional' },
};

export interface ActionInput {
  driverId?: string | null;
  reason?: string;
  failure?: Schemas['FailureReason'];
  window?: Schemas['TimeWindow'] | null;
  contact?: Pick<Schemas['TaskContactRequest'], 'party' | 'channel' | 'outcome'>;
  damaged?: Schemas['DamagedLines'];
}

/** The actions the service allows now, by the console's names and sequence. */
export function actionsFor(task: DispatchTask): TaskAction[] {
  const allowed = new Set(task.allowedActions);
  // One command to the service, but two actions to a dispatcher: the task has a driver, or has none.
  const hasDriver = task.driverId !== null && allowed.has('assign');
  return TASK_ACTIONS.filter((action) => {
    if (action === 'assign') return allowed.has('assign') && !hasDriver;
    if (action === 'reassign') return hasDriver;
    if (action === 'cancel-hand-over') return task.handOver !== null;
    // Allowed if this part can be cancelled; each other part then reports whether it could.
    if (action === 'cancel-order') return allowed.has('cancel');
    return action === 'contact' || allowed.has(action);
  });
}

/** What the dispatcher saw when deciding: if the round has changed since, the command is refused. */
export type SeenTask = Pick<DispatchTask, 'id' | 'round'>;

export function seenTask({ taskId, round }: BoardTask): SeenTask {
  return { id: taskId, round };
}

/**
 * Runs the action. Throws ProblemError and NoAnswerError. Returns the task afterwards, or null if the answer does not
 * include it.
 */
export async function runTaskAction(
  api: Api,
  { id, round }: SeenTask,
  action: TaskAction,
  { driverId, reason = '', failure, window, contact, damaged = [] }: ActionInput,
): Promise<DispatchTask | null> {
  const params = { path: { id } };
  const driver = driverId ?? '';
  const note = reason.trim();
  const optional = note === '' ? {} : { reason: note };
  switch (action) {
    case 'assign':
      return dataOf(api.POST('/dispatch/tasks/{id}/assign', { params, body: { driverId: driver, round } }));
    case 'reassign':
      return dataOf(
        api.POST('/dispatch/tasks/{id}/reassign', {
          params,
          body: { driverId: driver, reason: note, round },
        }),
      );
    case 'unassign':
      return dataOf(api.POST('/dispatch/tasks/{id}/unassign', { params, body: { reason: note, round } }));
    case 'cancel':
      return dataOf(api.POST('/dispatch/tasks/{id}/cancel', { params, body: { reason: note } }));
    case 'retry':
      return dataOf(
        api.POST('/dispatch/tasks/{id}/retry', {
          params,
          body: { ...optional, ...(window ? { window } : {}) },
        }),
      );
    case 'return':
      return dataOf(api.POST('/dispatch/tasks/{id}/return', { params, body: optional }));
    case 'write-off':
      return dataOf(api.POST('/dispatch/tasks/{id}/write-off', { params, body: { reason: note } }));
    case 'override-code':
      return dataOf(api.POST('/dispatch/tasks/{id}/override-code', { params, body: { reason: note } }));
    case 'hand-over':
      return dataOf(
        api.POST('/dispatch/tasks/{id}/hand-over', { params, body: { toDriverId: driver, ...optional } }),
      );
    case 'cancel-hand-over':
      return dataOf(api.DELETE('/dispatch/tasks/{id}/hand-over', { params }));
    case 'reverse':
      return dataOf(api.POST('/dispatch/tasks/{id}/reverse', { params, body: { reason: note } }));
    case 'clear-exclusions':
      return dataOf(api.POST('/dispatch/tasks/{id}/clear-exclusions', { params, body: { reason: note } }));
    case 'fail':
      return dataOf(
        api.POST('/dispatch/tasks/{id}/fail', {
          params,
          body: { reason: failure ?? 'OTHER', ...(note === '' ? {} : { note }) },
        }),
      );
    case 'confirm-return':
      return dataOf(
        api.POST('/dispatch/tasks/{id}/confirm-return', { params, body: { reason: note, lines: damaged } }),
      );
    case 'cancel-order':
      throw new Error('cancelWholeOrder does this: it is not about one task');
    case 'contact':
      if (contact !== undefined) {
        const body = { ...contact, ...(note === '' ? {} : { note }) };
        await dataOf(api.POST('/dispatch/tasks/{id}/contacts', { params, body }));
      }
      return null;
  }
}

/**
 * Cancels every part of an order that has no driver yet. Returns how many parts there are and how many were cancelled.
 */
export async function cancelWholeOrder(
  api: Api,
  orderId: string,
  reason: string,
): Promise<{ done: number; all: number }> {
  const params = { path: { id: orderId } };
  const { groups } = await dataOf(
    api.POST('/dispatch/orders/{id}/cancel', { params, body: { reason: reason.trim() } }),
  );
  return { done: groups.filter(({ cancelled }) => cancelled).length, all: groups.length };
}
