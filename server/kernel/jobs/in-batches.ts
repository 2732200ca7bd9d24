/** Processes one batch and returns its size, less than `limit` when nothing is left. */
export type Batch = (limit: number) => Promise<number>;

const BATCH_SIZE = 100;
/** Most batches per run, so that other jobs get the connection; the rest waits for the next wake-up. */
const MAX_BATCHES = 20;

/** A job's `run` that repeats a batch until nothing is left. */
export function inBatches(batch: Batch): () => Promise<void> {
  return async () => {
    for (let count = 0; count < MAX_BATCHES; count += 1) {
      if ((await batch(BATCH_SIZE)) < BATCH_SIZE) return;
    }
  };
}
