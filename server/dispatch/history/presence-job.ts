import type { DriverPresence, Presence } from '../../../actors/geo/presence-port.ts';
import type { Database } from '../../../db/database.ts';
import {
  dropOldPresence,
  insertPresence,
  presenceAt,
  type RecordedPresence,
} from '../../../db/stores/presence-store.ts';
import type { ScheduledJob } from '../../kernel/jobs/scheduled-job.ts';
import { driversAfter } from './past-driver-store.ts';
import { HISTORY_DAYS } from './past-moment.ts';

const EVERY_MS = 60_000;
const BATCH_SIZE = 500;
const MAX_BATCHES = 20;
const DAY = 86_400_000;

interface Sources {
  database: Database;
  presence: Pick<DriverPresence, 'stateOf'>;
  /** Milliseconds since the epoch, as presence uses. */
  now?: () => number;
}

/**
 * Scheduled job: repairs the recorded presence after a process crashed with unrecorded changes, or Redis lost its data.
 * Deletes records older than the history.
 */
export function presenceJob({ database, presence, now = Date.now }: Sources): ScheduledJob {
  return {
    name: 'presence-record',
    every: EVERY_MS,
    async run() {
      await dropOldPresence(database, new Date(now() - HISTORY_DAYS * DAY));
      let after: string | null = null;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const ids = await driversAfter(database, after, BATCH_SIZE);
        await setRight(database, presence, ids, new Date(now()));
        if (ids.length < BATCH_SIZE) return;
        after = ids.at(-1) ?? null;
      }
    },
  };
}

async function setRight(
  database: Database,
  presence: Sources['presence'],
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const states = await presence.stateOf(ids);
  // Read after Redis: a change recorded in between is newer and must not be overwritten.
  const recorded = await presenceAt(database, ids, at);
  const wrong = ids.flatMap((driverId): RecordedPresence[] => {
    const state: Presence = states.get(driverId) ?? 'UNKNOWN';
    if (state === 'UNKNOWN' || state === recorded.get(driverId)) return [];
    return [{ driverId, presence: state, since: at }];
  });
  await insertPresence(database, wrong);
}
