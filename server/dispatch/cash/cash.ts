import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { cashHandlers } from './cash-handlers.ts';
import { watchClearing } from './clearing-watch.ts';
import { ledgerHandlers } from './ledger-handlers.ts';

export { checkLedger } from './ledger-check.ts';
export { renderHeld } from './render-cash.ts';

/** Cash from the door to the till: drivers' holdings, hand-ins, receipts, the ledger and its check. */
export const cashSlice = {
  handlers: (deps: Parameters<typeof cashHandlers>[0]) => ({
    ...cashHandlers(deps),
    ...ledgerHandlers(deps),
  }),
  jobs: (deps: Parameters<typeof watchClearing>[0]): ScheduledJob[] => [
    { name: 'clearing', every: MINUTE, run: () => watchClearing(deps) },
  ],
};
