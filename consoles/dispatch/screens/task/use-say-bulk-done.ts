import { useCallback } from 'react';
import type { components } from '../../../../server/kernel/http/api-types.ts';
import { dataOf } from '../../../shared/api/client.ts';
import { orderName } from '../../../shared/domain/order-name.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { undoable } from '../../../shared/keys/undo.ts';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import type { BoardTask } from '../../board/board-types.ts';
import { useReport } from '../../parts/use-report.ts';
import { useChooseText } from '../../texts/choose-texts.ts';
import { usePresetText } from '../../texts/reason-presets.ts';
import { useWords } from '../../texts/words.ts';

export type BulkResult = components['schemas']['BulkAssignResult'];

interface BulkDone {
  /** The tasks as they were before. */
  before: readonly BoardTask[];
  results: readonly BulkResult[];
  driverName: string;
  /** How many of the selected tasks were not attempted. */
  left: number;
}

/**
 * Reports the result of a bulk action, with one undo for all of it: each task goes back to its former driver, or into
 * the queue in the round that was opened for it. Tasks that have changed since are left alone and named.
 */
export function useSayBulkDone(): (done: BulkDone) => void {
  const t = useChooseText();
  const words = useWords();
  const presetText = usePresetText();
  const { number, list } = useFormats();
  const api = useApi();
  const report = useReport();
  return useCallback(
    ({ before, results, driverName, left }: BulkDone) => {
      const done = results.filter(({ outcome }) => outcome !== 'REFUSED');
      const taskOf = new Map(before.map((task) => [task.taskId, task]));
      const assignments = done.flatMap(({ taskId, round }) => {
        const former = taskOf.get(taskId);
        // Without a round, no search was started: the driver had been assigned by hand.
        return former === undefined || round === null ? [] : [{ taskId, driverId: former.driverId, round }];
      });
      const undo = async () => {
        try {
          const body = { assignments, reason: presetText('undone') };
          const answer = await dataOf(api.POST('/dispatch/tasks/bulk-assign', { body }));
          const refused = answer.results.filter(({ outcome }) => outcome === 'REFUSED');
          const [first] = refused;
          if (first === undefined) {
            const detail = words('common.tasks', { count: assignments.length });
            notify({ tone: 'info', title: words('common.undone'), detail });
            return;
          }
          const orders = refused.flatMap(({ taskId }) => {
            const task = taskOf.get(taskId);
            return task === undefined ? [] : [orderName(task)];
          });
          notify({
            tone: 'danger',
            title: t('undo.partly', {
              done: number(assignments.length - refused.length),
              all: number(assignments.length),
            }),
            detail: `${t('undo.refused', { order: list(orders) })}. ${t('changed.since')}`,
          });
        } catch (error) {
          report(error);
        }
      };
      const stays = left + results.length - done.length;
      notify({
        tone: done.length === 0 ? 'danger' : 'success',
        title: t('bulk.done', { count: done.length, driver: driverName }),
        detail: stays === 0 ? undefined : t('bulk.left', { count: stays }),
        action:
          assignments.length === 0
            ? undefined
            : undoable({ label: words('common.undo'), run: () => void undo() }),
      });
    },
    [t, words, presetText, number, list, api, report],
  );
}
