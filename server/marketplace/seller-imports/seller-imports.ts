import { untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE, SECOND } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { importHandlers } from './import-handlers.ts';
import { deleteOldImports } from './import-store.ts';
import { type ImportDependencies, runImports } from './run-imports.ts';

/** Days that a file and its outcome are kept. */
const KEPT_DAYS = 30;

/** A seller's files: products, offers and stock as CSV, checked, applied and exported. */
export const sellerImportsSlice = {
  handlers: importHandlers,
  jobs: (deps: ImportDependencies): ScheduledJob[] => [
    { name: 'seller-imports', every: SECOND, run: () => runImports(deps) },
    {
      name: 'old-seller-imports',
      every: MINUTE,
      run: untilPurged((limit) => deleteOldImports(deps.database, KEPT_DAYS, limit)),
    },
  ],
};
