import { type Condition, type WatchDependencies, watchCondition } from '../alerts/alerts.ts';

import { readOpenClearing } from './cash-store.ts';

/** Scheduled job: raises an alert for each completed task with an open clearing balance, until it is cleared. */
export function watchClearing(deps: WatchDependencies): Promise<void> {
  return watchCondition(deps, clearingOpen);
}

/** Days of domain time. Older balances have already raised their alert. */
const LOOK_BACK_DAYS = 7;
/** Seconds of real time allowed until the second half is booked. */
const BOOKING_TIMEOUT_S = 60;

/**
 * The driver actor credits clearing when cash is recorded; the order actor debits it on completion. A completed task
 * whose balance stays open for over a minute of real time indicates a bookkeeping error.
 */
export const clearingOpen: Condition = {
  kind: 'CLEARING_OPEN',
  async causes({ trx, now, known, most }) {
    const since = new Date(now.getTime() - LOOK_BACK_DAYS * 86_400_000);
    const rows = await readOpenClearing(trx, { since, known, seconds: BOOKING_TIMEOUT_S, limit: most });
    return rows.map(({ task_id: taskId, balance }) => {
      return { key: taskId, subjectType: 'TASK', subjectId: taskId, data: { taskId, balance } };
    });
  },
};
