import type { Clock } from '../../../actors/runtime/ports.ts';
import type { Database } from '../../../db/database.ts';
import type { Span } from './day-span.ts';
import { compare, dropStale, makeRows } from './journey-store.ts';

const AT_ONCE = 2_000;
/** Batches of one run; what is left waits for the next. */
const MOST_BATCHES = 30;
/** How far back the worker makes rows. Those of older days are made by whoever asks for the day. */
const LOOK_BACK = 3 * 24 * 3_600_000;

/** Worker duty: puts tasks on record that have been completed, so that the overview finds its rows made. */
export function journeysDuty({ database, clock }: { database: Database; clock: Clock }): () => Promise<void> {
  return () => {
    const to = new Date(clock.now().getTime() + 1);
    return makeJourneys(database, { from: new Date(to.getTime() - LOOK_BACK), to });
  };
}

/**
 * Makes the rows that are missing, and takes away those of completions that were reversed. Mostly there is nothing to
 * do, and that is seen from two indexes alone. Whoever else does the same just then makes the same rows.
 */
export async function makeJourneys(database: Database, span: Pick<Span, 'from' | 'to'>): Promise<void> {
  const { missing, stale } = await compare(database, span);
  if (stale > 0) await dropStale(database, span);
  for (let left = missing, batch = 0; left > 0 && batch < MOST_BATCHES; batch += 1) {
    const made = await makeRows(database, span, AT_ONCE);
    left = made < AT_ONCE ? 0 : left - made;
  }
}
