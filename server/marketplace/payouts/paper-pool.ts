import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';
import type { MoneyPaper } from './money-paper.ts';

/** Thread pool that renders statements and payouts as PDF. */
export type PaperPool = ThreadPool<MoneyPaper, Uint8Array>;

/** Milliseconds. A thousand orders take a fraction of it, including starting a thread. */
const RENDER_TIMEOUT_MS = 20_000;

export function openPaperPool(size: PoolSize = { threads: 1, queue: 8 }): PaperPool {
  return new ThreadPool(
    {
      module: threadModule('./paper-thread', import.meta.url),
      limit: () => RENDER_TIMEOUT_MS,
      words: {
        full: 'Too many statements are being generated. Try again in a moment.',
        late: 'Generating the statement took too long. Try again in a moment, or request the CSV.',
        lost: 'The statement could not be generated. Try again in a moment.',
      },
    },
    size,
  );
}
