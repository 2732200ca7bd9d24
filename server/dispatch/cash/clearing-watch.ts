import { type Condition, type WatchDependencies, watchCondition } from '../alerts/alerts.ts';

import { readOpenClearing } from './cash-store.ts';

/** Worker duty: an alert for each completed task whose cash stays in clearing, until it is cleared. */
export function watchClearing(deps: WatchDependencies): Promise<void> {
  return watchCondition(deps, clearingOpen);
}

/** Older balances have had their alert long ago. Days of domain time. */
const LOOK_BACK_DAYS = 7;
/** Seconds of real time in which the other half is booked. */
const BOOKED_WITHIN = 60;

/**
 * The driver actor credits clearing when cash is recorded, the order actor debits it on completion. A completed task
 * whose balance is open for more than a minute of real time is a fault of the books.
 */
export const clearingOpen: Condition = {
  kind: 'CLEARING_OPEN',
  async causes({ trx, now, known, most }) {
    const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000);
    const rows = await readOpenClearing(trx, { since, known, seconds: BOOKED_WITHIN, limit: most });
    return rows.map(({ task_id: taskId, balance }) => {
      return { key: taskId, subjectType: 'TASK', subjectId: taskId, data: { taskId, balance } };
    });
  },
};
