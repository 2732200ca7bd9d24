import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { historyHandlers } from './history-handlers.ts';
import { presenceJob } from './presence-job.ts';
import { snapshotJob } from './snapshot-job.ts';

export { PastBoards } from './past-board.ts';
export { readReplayDay } from './replay-day.ts';
export { type ReplayReport, replayReport } from './replay-report.ts';

/** Reconstructs any second of the last 30 days from recorded events. */
export const historySlice = {
  handlers: historyHandlers,
  jobs: (deps: Parameters<typeof snapshotJob>[0] & Parameters<typeof presenceJob>[0]): ScheduledJob[] => [
    snapshotJob(deps),
    presenceJob(deps),
  ],
};
