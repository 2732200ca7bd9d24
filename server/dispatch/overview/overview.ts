import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { journeysDuty } from './journeys.ts';
import { overviewHandlers } from './overview-handlers.ts';

export { spanOf } from './day-span.ts';
export { journeysDuty } from './journeys.ts';
export { readOverview } from './read-overview.ts';

/** How often completed tasks are put on record for the overview of the day. Milliseconds. */
const JOURNEYS_EVERY_MS = 10 * SECOND;

/** The day in figures: on time, stages, drivers, zones, cash, what went wrong. */
export const overviewSlice = {
  handlers: overviewHandlers,
  jobs: (deps: Parameters<typeof journeysDuty>[0]): ScheduledJob[] => [
    { name: 'journeys', every: JOURNEYS_EVERY_MS, run: journeysDuty(deps) },
  ],
};
