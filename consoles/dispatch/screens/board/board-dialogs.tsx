import type { BoardTask } from '../../board/board-types.ts';
import { ACTION_NEEDS, type TaskAction } from '../../data/task-actions.ts';
import { ActionDialog } from '../task/action-dialog.tsx';
import { BulkDialog } from '../task/bulk-dialog.tsx';
import { ChooseDriverDialog } from '../task/choose-driver-dialog.tsx';
import { TaskMenu } from '../task/task-menu.tsx';
import { WhyDialog } from '../task/why-dialog.tsx';

/** The dialog open above the board. */
export type OpenDialog =
  | { kind: 'action'; action: TaskAction; task: BoardTask; driverId?: string }
  | { kind: 'bulk'; tasks: readonly BoardTask[]; driverId?: string }
  | { kind: 'why'; task: BoardTask }
  | { kind: 'menu'; task: BoardTask; at: { x: number; y: number } };

export interface BoardDialogsProps {
  open: OpenDialog | null;
  onAction(action: TaskAction, task: BoardTask): void;
  onWhy(task: BoardTask): void;
  /** These were handled: they need not stay selected. */
  onBulkDone(taskIds: readonly string[]): void;
  onClose(): void;
}

export function BoardDialogs({ open, onAction, onWhy, onBulkDone, onClose }: BoardDialogsProps) {
  switch (open?.kind) {
    case undefined:
      return null;
    case 'action':
      return ACTION_NEEDS[open.action].driver === true ? (
        <ChooseDriverDialog task={open.task} driverId={open.driverId ?? null} onClose={onClose} />
      ) : (
        <ActionDialog task={open.task} action={open.action} onClose={onClose} />
      );
    case 'bulk':
      return (
        <BulkDialog
          tasks={open.tasks}
          driverId={open.driverId ?? null}
          onDone={onBulkDone}
          onClose={onClose}
        />
      );
    case 'why':
      return <WhyDialog task={open.task} onClose={onClose} />;
    case 'menu':
      return <TaskMenu task={open.task} at={open.at} onAction={onAction} onWhy={onWhy} onClose={onClose} />;
  }
}
