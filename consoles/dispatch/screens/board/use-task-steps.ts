import { useEffect, useRef } from 'react';
import type { TaskRow } from '../../board/select-tasks.ts';

interface TaskSteps {
  rows: readonly TaskRow[];
  selected: string | null;
  showTask(id: string | null, how: 'push' | 'replace'): void;
  mark(taskIds: readonly string[], on: boolean): void;
}

/** Focuses the list, so that Space, Enter and the arrows act on its current task. */
export function focusTaskList(): void {
  document.querySelector<HTMLElement>('[data-testid=task-list]')?.focus({ preventScroll: true });
}

/** Steps through the list from anywhere on the board; `marking` selects the tasks passed. */
export function useTaskSteps({ rows, selected, showTask, mark }: TaskSteps) {
  // A repeating key is faster than the address changes.
  const at = useRef(selected);
  useEffect(() => {
    at.current = selected;
  }, [selected]);
  return (by: number, marking: boolean) => {
    const from = rows.findIndex(({ task }) => task.taskId === at.current);
    const to = rows[Math.min(rows.length - 1, Math.max(0, from + by))];
    if (to === undefined) return;
    const { taskId } = to.task;
    if (marking) mark(at.current === null ? [taskId] : [at.current, taskId], true);
    at.current = taskId;
    showTask(taskId, 'replace');
    focusTaskList();
  };
}
