import type { BoardView } from '../../board/board-store.ts';
import { DriverPanel } from '../driver/driver-panel.tsx';
import { TaskPanel } from '../task/task-panel.tsx';
import type { BoardParams, ChangeBoard } from './board-params.ts';
import styles from './board-screen.module.css';
import type { BoardActions } from './use-board-actions.ts';
import type { MarkedTasks } from './use-marked-tasks.ts';

/** Props that the parts of a board share. */
export interface BoardScope {
  board: BoardView;
  params: BoardParams;
  change: ChangeBoard;
  marked: MarkedTasks;
  actions: BoardActions;
  readOnly: boolean;
}

/** The panel of the selected task or driver. */
export function BoardPanel({ board, params, change, marked, actions, readOnly }: BoardScope) {
  const { tasks, drivers } = board.state;
  if (params.task !== null) {
    const task = tasks.get(params.task);
    const driver = task?.driverId == null ? undefined : drivers.get(task.driverId);
    return (
      <div className={styles.panel}>
        <TaskPanel
          taskId={params.task}
          task={task}
          now={board.now}
          driver={driver}
          route={task?.driverId == null ? undefined : board.state.routes.get(task.driverId)}
          nameOf={(id) => drivers.get(id)?.fullName ?? null}
          readOnly={readOnly}
          onAction={actions.act}
          onWhy={actions.why}
          onDriver={(id) => change({ driver: id, task: null })}
          onClose={() => change({ task: null })}
        />
      </div>
    );
  }
  if (params.driver === null) return null;
  const markedIds = marked.tasks.map(({ taskId }) => taskId);
  return (
    <div className={styles.panel}>
      <DriverPanel
        driverId={params.driver}
        board={board}
        readOnly={readOnly}
        markedTasks={marked.tasks}
        onAssign={(driverId) => actions.drop(driverId, markedIds)}
        onTask={(id) => change({ task: id, driver: null })}
        onOnly={(id) => change({ ofDriver: id, tab: 'tasks' })}
        onClose={() => change({ driver: null })}
      />
    </div>
  );
}
