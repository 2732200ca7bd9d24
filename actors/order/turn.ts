import type { GroupTurn, OrderMove, TaskTurn } from './behaviour.ts';
import {
  GROUP_PATH,
  type GroupState,
  type GroupStatus,
  type LocatedTask,
  TASK_PATH,
  type TaskState,
  type TaskStatus,
} from './state.ts';

/** Fields every event of a group shares, including the group's move to the table's target. */
export function groupEvent({ groupId, group, facts, to }: GroupTurn) {
  const moves: OrderMove[] = [{ subject: 'GROUP', id: groupId, from: group.status, to }];
  return { v: 1 as const, at: facts.now, groupId, moves };
}

/** Fields every event of a task shares, including the task's move to `to`. */
export function taskEvent(at: TaskTurn, to: TaskStatus) {
  const { groupId, task, facts } = at;
  const moves: OrderMove[] = [{ subject: 'TASK', id: task.taskId, from: task.status, to }];
  return { v: 1 as const, at: facts.now, groupId, taskId: task.taskId, moves };
}

/** As `taskEvent`, when the group's status follows the task's. */
export function mirroredEvent(at: TaskTurn, to: TaskStatus, groupTo: GroupStatus) {
  const event = taskEvent(at, to);
  const move: OrderMove = { subject: 'GROUP', id: at.groupId, from: at.group.status, to: groupTo };
  return { ...event, moves: [...event.moves, move] };
}

/** As `taskEvent`, when no status changes. */
export function quietEvent(at: TaskTurn) {
  return { ...taskEvent(at, at.task.status), moves: [] };
}

const GROUP_WAY: readonly GroupStatus[] = GROUP_PATH;
const TASK_WAY: readonly TaskStatus[] = TASK_PATH;

/** Whether a group has reached this status, or one after it, on its way to the door. */
export function groupHasReached(target: GroupStatus): (status: GroupStatus) => boolean {
  const place = GROUP_WAY.indexOf(target);
  return (status) => GROUP_WAY.indexOf(status) >= place;
}

/** Whether a task has reached this status, or one after it, on its way to the door. */
export function taskHasReached(target: TaskStatus): (located: LocatedTask) => boolean {
  const place = TASK_WAY.indexOf(target);
  return ({ task }) => TASK_WAY.indexOf(task.status) >= place;
}

/** Changes nothing besides the event's moves. */
export function statusOnly(group: GroupState): GroupState {
  return group;
}

/** Evolves the group's task. */
export function inTask<E>(
  change: (task: TaskState, event: E) => TaskState,
): (group: GroupState, event: E) => GroupState {
  return (group, event) => (group.task === undefined ? group : { ...group, task: change(group.task, event) });
}
