import type { JobReport } from './scheduled-job.ts';

/** Processes one batch and returns its size, less than `limit` when nothing is left. */
export type Batch = (limit: number) => Promise<number>;

const BATCH_SIZE = 100;
/** Most batches per run, so that other jobs get the connection; the rest waits for the next wake-up. */
const MAX_BATCHES = 20;

/** A job's `run` that repeats a batch until nothing is left, at most 20 times. */
export function inBatches(batch: Batch): () => Promise<JobReport> {
  return async () => {
    let items = 0;
    for (let count = 0; count < MAX_BATCHES; count += 1) {
      const size = await batch(BATCH_SIZE);
      items += size;
      if (size < BATCH_SIZE) return { items, more: false };
    }
    return { items, more: true };
  };
}

/** How much a job deletes at once, and for how long in one run. docs/retention.md says so. */
export const PURGE = { rows: 1_000, runMs: 50_000 } as const;

/**
 * A job's `run` that deletes until nothing is left. It has no number of batches, because a purge must be faster than
 * anybody can make rows; when time is up, the rest waits for the next run.
 */
export function untilPurged(
  batch: Batch,
  { rows, runMs } = PURGE as { rows: number; runMs: number },
): () => Promise<JobReport> {
  return async () => {
    const end = performance.now() + runMs;
    let items = 0;
    for (;;) {
      const size = await batch(rows);
      items += size;
      if (size < rows) return { items, more: false };
      if (performance.now() >= end) return { items, more: true };
    }
  };
}
