import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { Span } from './day-span.ts';
import { compare, dropStale, makeRows } from './journey-store.ts';

const BATCH_SIZE = 2_000;
/** Most batches per run; the rest waits for the next one. */
const MAX_BATCHES = 30;
/** Milliseconds for which the worker creates rows. Rows of older days are created on request. */
const LOOK_BACK_MS = 3 * 24 * 3_600_000;

/** Scheduled job: creates the journey rows of completed tasks in advance, so that the overview only reads them. */
export function journeysJob({ database, clock }: { database: Database; clock: Clock }): () => Promise<void> {
  return async () => {
    const to = new Date(clock.now().getTime() + 1);
    await makeJourneys(database, { from: new Date(to.getTime() - LOOK_BACK_MS), to });
  };
}

/**
 * Creates missing rows and deletes those of reversed completions. Usually there is nothing to do, which two indexes
 * show. Concurrent runs create the same rows. Returns whether there was.
 */
export async function makeJourneys(database: Database, span: Pick<Span, 'from' | 'to'>): Promise<boolean> {
  const { missing, stale } = await compare(database, span);
  if (stale > 0) await dropStale(database, span);
  for (let left = missing, batch = 0; left > 0 && batch < MAX_BATCHES; batch += 1) {
    const made = await makeRows(database, span, BATCH_SIZE);
    left = made < BATCH_SIZE ? 0 : left - made;
  }
  return missing > 0 || stale > 0;
}
