import type { components } from '../../kernel/http/api-types.ts';
import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';

type Schemas = components['schemas'];

/** What one file shows: the invoice of an order, or invoices of a seller, each on pages of its own. */
export type InvoiceJob = Schemas['Invoice'] | Schemas['SellerInvoice'][];

/** Thread pool that renders invoices as PDF. */
export type InvoicePool = ThreadPool<InvoiceJob, Uint8Array>;

/** Milliseconds. A hundred invoices of a seller take a fraction of it, including starting a thread. */
const RENDER_TIMEOUT_MS = 15_000;

/**
 * One thread: a PDF takes about 50 ms. Requests that would wait longer than about a second are refused with
 * Retry-After.
 */
export function openInvoicePool(size: PoolSize = { threads: 1, queue: 16 }): InvoicePool {
  return new ThreadPool(
    {
      module: threadModule('./invoice-thread', import.meta.url),
      limit: () => RENDER_TIMEOUT_MS,
      words: {
        full: 'Too many invoices are being generated. Try again in a moment.',
        late: 'Generating the invoice took too long. Try again in a moment.',
        lost: 'The invoice could not be generated. Try again in a moment.',
      },
    },
    size,
  );
}
