import type { DragEvent } from 'react';

/** MIME type of dragged task ids; browsers reveal only the type before the drop. */
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
