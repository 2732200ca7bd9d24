import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';
import type { MoneyPaper } from './money-paper.ts';

/** Statements and payouts become files of a PDF. */
export type PaperPool = ThreadPool<MoneyPaper, Uint8Array>;

/** Milliseconds; a thousand orders take a fraction of it, starting a thread included. */
const LIMIT_MS = 20_000;

export function openPaperPool(size: PoolSize = { threads: 1, queue: 8 }): PaperPool {
  return new ThreadPool(
    {
      module: threadModule('./paper-thread', import.meta.url),
      limit: () => LIMIT_MS,
      words: {
        full: 'Too many statements are being drawn. Try again in a moment.',
        late: 'Drawing the statement took too long. Try again in a moment, or ask for the table as CSV.',
        lost: 'The statement could not be drawn. Try again in a moment.',
      },
    },
    size,
  );
}
