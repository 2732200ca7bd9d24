import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { dropOldSnapshots, takeSnapshots } from '../../../db/stores/snapshot-store.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';

/** Milliseconds. Keeps the number of commands to fold for a busy actor small. */
const EVERY_MS = 5 * 60_000;
const BATCH_SIZE = 100;
const MAX_BATCHES = 50;

/** Scheduled job: takes snapshots of actors' states and deletes those no longer needed. */
export function snapshotJob({ database, clock }: { database: Database; clock: Clock }): ScheduledJob {
  return {
    name: 'snapshots',
    every: EVERY_MS,
    async run() {
      const now = clock.now();
      for (let count = 0; count < MAX_BATCHES; count += 1) {
        if ((await takeSnapshots(database, now, BATCH_SIZE)) === 0) break;
      }
      await dropOldSnapshots(database, now);
    },
  };
}
