import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { shiftHandlers } from './shift-handlers.ts';
import { watchShifts } from './watch-shifts.ts';

export { type BoardFilter, type BoardPosition, type BoardRow, ownPlans } from './board-store.ts';
export { shiftData } from './personal-data-store.ts';
export { planToStart } from './plan-to-start.ts';
export { renderPlannedShift, renderShift } from './render-shift.ts';

/** How often planned shifts are checked: reminders, alerts, new occurrences of series. */
const WATCH_EVERY_MS = 20 * SECOND;

/** Planned shifts and series. A running shift belongs to the driver actor. */
export const shiftsSlice = {
  handlers: shiftHandlers,
  jobs: (deps: Parameters<typeof watchShifts>[0]): ScheduledJob[] => [
    { name: 'shifts', every: WATCH_EVERY_MS, run: () => watchShifts(deps) },
  ],
};
