import type { Database } from '../../../db/database.ts';
import { untilPurged } from '../../kernel/jobs/in-batches.ts';
import { MINUTE } from '../../kernel/jobs/periods.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { type DisconnectKey, keyHandlers } from './key-handlers.ts';
import { purgeKeys } from './key-store.ts';

export { ApiKeys } from './api-keys.ts';
export { countKeysHashedBefore, endKeysHashedBefore } from './key-store.ts';

/** API keys of sellers and of the platform: for machines. */
export const keysSlice = {
  handlers: (deps: Parameters<typeof keyHandlers>[0], { disconnectKey }: { disconnectKey: DisconnectKey }) =>
    keyHandlers(deps, disconnectKey),
  jobs: ({ database }: { database: Database }): ScheduledJob[] => [
    { name: 'old-api-keys', every: MINUTE, run: untilPurged((limit) => purgeKeys(database, limit)) },
  ],
};
