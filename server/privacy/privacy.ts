import type { Database } from '../../db/database.ts';
import { inBatches } from '../kernel/jobs/in-batches.ts';
import { MINUTE } from '../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../kernel/jobs/scheduled-job.ts';
import type { PersonalData } from '../kernel/personal-data/personal-data.ts';
import { closeOwed, passAgain } from './close-account.ts';
import { privacyHandlers } from './privacy-handlers.ts';

/** Accounts closed again in one run; in a restored database there are few. */
const MAX_OWED = 100;

/** Export of a person's data, and closing of accounts: each owner of tables exports and erases its own data. */
export const privacySlice = {
  handlers: privacyHandlers,
  jobs: (deps: { database: Database }, parts: readonly PersonalData[]): ScheduledJob[] => [
    { name: 'closed-accounts', every: MINUTE, run: inBatches((limit) => passAgain(deps, parts, limit)) },
    { name: 'owed-closures', every: MINUTE, run: () => closeOwed(deps, parts, MAX_OWED) },
  ],
};
