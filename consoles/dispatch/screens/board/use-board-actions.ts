import { useState } from 'react';
import type { BoardTask } from '../../board/board-types.ts';
import type { TaskAction } from '../../data/task-actions.ts';
import { useLatest } from '../../parts/use-latest.ts';
import type { OpenDialog } from './board-dialogs.tsx';
import { useAssignNow } from './use-assign-now.ts';

export interface ActionScope {
  tasks: ReadonlyMap<string, BoardTask>;
  marked: readonly BoardTask[];
  readOnly: boolean;
}

/** Actions on the board's tasks by menu, key or drag, and the dialog each opens. */
export function useBoardActions({ tasks, marked, readOnly }: ActionScope) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const assignNow = useAssignNow();
  const taskOf = (id: string | null) => (id === null ? undefined : tasks.get(id));
  const act = (action: TaskAction, task: BoardTask) => setOpen({ kind: 'action', action, task });
  const why = (task: BoardTask) => setOpen({ kind: 'why', task });
  const menu = useLatest((taskId: string, at: { x: number; y: number }) => {
    const task = taskOf(taskId);
    if (task !== undefined && !readOnly) setOpen({ kind: 'menu', task, at });
  });
  /**
   * Opens the dialog that asks for the driver; the task's state decides whether it assigns, reassigns or hands over.
   */
  const assign = (task: BoardTask | undefined) => {
    if (readOnly) return;
    const [first = task] = task === undefined ? marked : [task];
    if (marked.length > 1) setOpen({ kind: 'bulk', tasks: marked });
    else if (first !== undefined) act('assign', first);
  };
  /**
   * Tasks dropped on a driver: a waiting task is assigned at once and can be undone; one that has a driver needs a
   * reason.
   */
  const drop = useLatest((driverId: string, ids: readonly string[]) => {
    if (readOnly) return;
    const dropped = ids.flatMap((id) => tasks.get(id) ?? []);
    const [only] = dropped;
    if (dropped.length > 1) setOpen({ kind: 'bulk', tasks: dropped, driverId });
    else if (only?.driverId === null) void assignNow(only, driverId);
    else if (only !== undefined) setOpen({ kind: 'action', action: 'assign', task: only, driverId });
  });
  /** A key pressed for a task. */
  const press = useLatest((key: string, taskId: string | null) => {
    const task = taskOf(taskId);
    if (key === 'a') assign(task);
    else if (key === 'w' && task !== undefined) why(task);
    else if (key === 'm' && task !== undefined) {
      const box = document.getElementById(`task-${task.taskId}`)?.getBoundingClientRect();
      menu(task.taskId, { x: box?.left ?? 80, y: box?.bottom ?? 160 });
    } else if (key === 'Enter')
      document.querySelector<HTMLElement>('[data-testid=task-panel] button')?.focus();
  });
  // A menu that closes because of a choice made in it must not close the dialog the choice opened.
  const close = () => setOpen((former) => (former === open ? null : former));
  return { open, act, why, menu, assign, drop, press, close };
}

export type BoardActions = ReturnType<typeof useBoardActions>;
