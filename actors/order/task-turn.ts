import type { Decision } from '../runtime/machine.ts';
import type { AnyTaskCommand, NowFacts, OrderFacts } from './commands.ts';
import type { OrderEvent, OrderMove } from './events.ts';
import type { GroupStatus, LocatedTask, TaskStatus } from './state.ts';

export type OrderDecision = Decision<OrderEvent>;
export type TaskType = AnyTaskCommand['type'];

/** One task command on its task, with the facts that belong to the command. */
export interface OnTask<K extends TaskType> extends LocatedTask {
  command: Extract<AnyTaskCommand, { type: K }>;
  facts: OrderFacts[K];
}

/** What every task command brings, whichever it is. */
export type TaskNow = LocatedTask & { facts: NowFacts };

/** The part every event of a task shares, with the task's move to `to`. */
export function taskEvent(at: TaskNow, to: TaskStatus) {
  const { groupId, task, facts } = at;
  return { v: 1 as const, at: facts.now, groupId, taskId: task.taskId, moves: [moveTask(at, to)] };
}

/** As `taskEvent`, where the group's status follows the task's. */
export function mirroredEvent(at: TaskNow, to: TaskStatus, groupTo: GroupStatus) {
  const event = taskEvent(at, to);
  const move: OrderMove = { subject: 'GROUP', id: at.groupId, from: at.group.status, to: groupTo };
  return { ...event, moves: [...event.moves, move] };
}

function moveTask({ task }: LocatedTask, to: TaskStatus): OrderMove {
  return { subject: 'TASK', id: task.taskId, from: task.status, to };
}
