import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { estimateTravelTimes } from './calibrate-travel.ts';
import { travelHandlers } from './travel-handlers.ts';

export type { CalibratedTravel } from './calibrated-travel.ts';
export { composeTravel, type Travel } from './compose-travel.ts';
export { MAX_POINTS } from './osrm-travel.ts';
export type { StreetPath, StreetPaths } from './street-paths.ts';
export type { TravelService } from './travel-service.ts';

/** How often factors are recalculated; finished legs change them slowly. */
const CALIBRATE_EVERY_MS = 10 * MINUTE;

/** Travel times, learned from finished legs or requested from an OSRM-compatible service. */
export const travelSlice = {
  handlers: travelHandlers,
  jobs: (deps: Parameters<typeof estimateTravelTimes>[0]): ScheduledJob[] => [
    { name: 'travel-times', every: CALIBRATE_EVERY_MS, run: () => estimateTravelTimes(deps) },
  ],
};
