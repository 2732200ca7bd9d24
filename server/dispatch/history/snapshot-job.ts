import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import { dropOldSnapshots, takeSnapshots } from '../../../db/stores/snapshot-store.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';

/** Milliseconds: a busy actor is folded over few commands at most, whenever the past is asked for. */
const EVERY = 5 * 60_000;
const BATCH = 100;
const MOST_BATCHES = 50;

/** The worker's part of the time machine: states at rest now and then, and none longer than they are needed. */
export function snapshotJob({ database, clock }: { database: Database; clock: Clock }): ScheduledJob {
  return {
    name: 'snapshots',
    every: EVERY,
    async run() {
      const now = clock.now();
      for (let count = 0; count < MOST_BATCHES; count += 1) {
        if ((await takeSnapshots(database, now, BATCH)) === 0) break;
      }
      await dropOldSnapshots(database, now);
    },
  };
}
