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

const EVERY = 60_000;
const BATCH = 500;
const MOST_BATCHES = 20;
const DAY = 86_400_000;

interface Sources {
  database: Database;
  presence: Pick<DriverPresence, 'stateOf'>;
  /** Milliseconds since the epoch, as presence has it. */
  now?: () => number;
}

/**
 * Sets right what the record of presence has missed: changes that a process took with it when it died, and everybody's
 * when Redis lost what it knew. Drops what is older than the past reaches.
 */
export function presenceJob({ database, presence, now = Date.now }: Sources): ScheduledJob {
  return {
    name: 'presence-record',
    every: EVERY,
    async run() {
      await dropOldPresence(database, new Date(now() - HISTORY_DAYS * DAY));
      let after: string | null = null;
      for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
        const ids = await driversAfter(database, after, BATCH);
        await setRight(database, presence, ids, new Date(now()));
        if (ids.length < BATCH) return;
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
  // Read later than Redis: a change told meanwhile is the newer one, and stays it.
  const recorded = await presenceAt(database, ids, at);
  const wrong = ids.flatMap((driverId): RecordedPresence[] => {
    const state: Presence = states.get(driverId) ?? 'UNKNOWN';
    if (state === 'UNKNOWN' || state === recorded.get(driverId)) return [];
    return [{ driverId, presence: state, since: at }];
  });
  await insertPresence(database, wrong);
}
