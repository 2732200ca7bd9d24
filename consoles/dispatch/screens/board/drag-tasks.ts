import type { DragEvent } from 'react';

/** Ids of tasks, while they are dragged; the type alone can be seen before they are dropped. */
const TYPE = 'application/x-wasl-tasks';

export function beginTaskDrag(event: DragEvent, ids: readonly string[]): void {
  event.dataTransfer.setData(TYPE, ids.join(','));
  event.dataTransfer.effectAllowed = 'move';
}

export function carriesTasks(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(TYPE);
}

export function droppedTasks(event: DragEvent): string[] {
  return event.dataTransfer.getData(TYPE).split(',').filter(Boolean);
}
