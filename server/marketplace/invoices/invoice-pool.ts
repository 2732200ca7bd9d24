import type { components } from '../../kernel/http/api-types.ts';
import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';

/** Invoices become files of a PDF. */
export type InvoicePool = ThreadPool<components['schemas']['Invoice'], Uint8Array>;

/** Milliseconds; the longest invoice takes a fraction of it, starting a thread included. */
const LIMIT = 15_000;

/** One thread: a file takes it about 50 ms, and who would wait longer than a second is told to come again. */
export function openInvoicePool(size: PoolSize = { threads: 1, queue: 16 }): InvoicePool {
  return new ThreadPool(
    {
      module: threadModule('./invoice-thread', import.meta.url),
      limit: () => LIMIT,
      words: {
        full: 'Too many invoices are being drawn. Try again in a moment.',
        late: 'Drawing the invoice took too long. Try again in a moment.',
        lost: 'The invoice could not be drawn. Try again in a moment.',
      },
    },
    size,
  );
}
