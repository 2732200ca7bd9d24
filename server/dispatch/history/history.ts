import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { historyHandlers } from './history-handlers.ts';
import { presenceDuty } from './presence-duty.ts';
import { snapshotDuty } from './snapshot-duty.ts';

export { PastBoards } from './past-board.ts';
export { readReplayDay } from './replay-day.ts';
export { type ReplayReport, replayReport } from './replay-report.ts';

/** Any second of the last 30 days, folded from the recorded events. */
export const historySlice = {
  handlers: historyHandlers,
  jobs: (deps: Parameters<typeof snapshotDuty>[0] & Parameters<typeof presenceDuty>[0]): ScheduledJob[] => [
    snapshotDuty(deps),
    presenceDuty(deps),
  ],
};
