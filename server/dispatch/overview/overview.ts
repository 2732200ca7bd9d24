import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { journeysJob } from './journeys.ts';
import { overviewHandlers } from './overview-handlers.ts';

export { spanOf } from './day-span.ts';
export { journeysJob } from './journeys.ts';
export { readOverview } from './read-overview.ts';

/** How often journey rows of completed tasks are created. */
const JOURNEYS_EVERY_MS = 10 * SECOND;

/** The day in numbers: punctuality, stages, drivers, zones, cash, exceptions. */
export const overviewSlice = {
  handlers: overviewHandlers,
  jobs: (deps: Parameters<typeof journeysJob>[0]): ScheduledJob[] => [
    { name: 'journeys', every: JOURNEYS_EVERY_MS, run: journeysJob(deps) },
  ],
};
