import { useCallback } from 'react';
import { orderName } from '../../../shared/domain/order-name.ts';
import { undoable } from '../../../shared/keys/undo.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { useBoardStore } from '../../data/board-context.tsx';
import { type DispatchTask, runTaskAction, type TaskAction } from '../../data/task-actions.ts';
import { useExplain } from '../../parts/use-report.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { usePresetText } from '../../texts/reason-presets.ts';
import { useTaskText } from '../../texts/task-texts.ts';
import { useWords } from '../../texts/words.ts';

interface Done {
  task: BoardTask;
  action: TaskAction;
  after: DispatchTask | null;
  driverId: string | null;
}

/** Reports what was done, with an undo where the domain has one: an assignment is revoked, a task given back. */
export function useSayDone(): (done: Done) => void {
  const t = useTaskText();
  const words = useWords();
  const presetText = usePresetText();
  const api = useApi();
  const store = useBoardStore();
  const explain = useExplain();
  const choose = useChooseText();
  return useCallback(
    ({ task, action, after, driverId }: Done) => {
      const nameOf = (id: string | null) =>
        id === null ? '' : (store.view().state.drivers.get(id)?.fullName ?? '');
      const back = undoOf(action, task);
      const undo = async () => {
        if (back === null) return;
        try {
          const present = store.view().state.tasks.get(task.taskId) ?? task;
          await runTaskAction(
            api,
            { id: task.taskId, round: after?.round ?? present.round },
            back.action,
            back.input(presetText('undone')),
          );
          notify({ tone: 'info', title: words('common.undone'), detail: orderName(task) });
        } catch (error) {
          // A command of its own, for the round that was opened: if the task has changed since, the command is refused.
          const { title, detail } = explain(error);
          const refused = choose('undo.refused', { order: orderName(task) });
          notify({ tone: 'danger', title: refused, detail: `${title}. ${detail}` });
        }
      };
      const assigns = action === 'assign' || action === 'reassign';
      const pending = after?.pendingAssignment != null;
      const title = pending
        ? t('done.pending', { driver: nameOf(driverId) })
        : assigns
          ? t('done.assign', { order: orderName(task), driver: nameOf(driverId) })
          : t('done.other', { order: orderName(task), action: t(`action.${action}`) });
      notify({
        tone: pending ? 'info' : 'success',
        title,
        action: back === null ? undefined : undoable({ label: words('common.undo'), run: () => void undo() }),
      });
    },
    [t, choose, words, presetText, api, store, explain],
  );
}

interface Undo {
  action: TaskAction;
  input(reason: string): { driverId?: string | null; reason: string };
}

function undoOf(action: TaskAction, before: BoardTask): Undo | null {
  const former = before.driverId;
  if (action === 'assign') return { action: 'unassign', input: (reason) => ({ reason }) };
  if (action === 'unassign' && former !== null)
    return { action: 'assign', input: (reason) => ({ driverId: former, reason }) };
  if (action === 'reassign' && former !== null)
    return { action: 'reassign', input: (reason) => ({ driverId: former, reason }) };
  return action === 'hand-over' ? { action: 'cancel-hand-over', input: (reason) => ({ reason }) } : null;
}
