import { SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { shiftHandlers } from './shift-handlers.ts';
import { watchShifts } from './watch-shifts.ts';

export { type BoardFilter, type BoardPosition, type BoardRow, ownPlans } from './board-store.ts';
export { shiftData } from './personal-data-store.ts';
export { planToStart } from './plan-to-start.ts';
export { renderPlannedShift, renderShift } from './render-shift.ts';

/** What time brings to planned shifts: reminders, alerts, new ones of a series. Milliseconds. */
const WATCH_EVERY_MS = 20 * SECOND;

/** When drivers work: planned shifts and series; a shift that runs is the driver actor's. */
export const shiftsSlice = {
  handlers: shiftHandlers,
  jobs: (deps: Parameters<typeof watchShifts>[0]): ScheduledJob[] => [
    { name: 'shifts', every: WATCH_EVERY_MS, run: () => watchShifts(deps) },
  ],
};
