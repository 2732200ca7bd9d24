import type { Plan } from '../../../actors/planning/plan-report.ts';
import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';
import type { PlanJob } from './plan-job.ts';

export type PlanPool = ThreadPool<PlanJob, Plan>;

/** Milliseconds beyond the search time, for starting a thread, the matrix and the report. */
const GRACE_MS = 10_000;

/** The pool of planning threads. */
export function openPlanPool(size: PoolSize = {}): PlanPool {
  return new ThreadPool(
    {
      module: threadModule('./plan-thread', import.meta.url),
      limit: ({ budget }) => budget + GRACE_MS,
      words: {
        full: 'Too many plans are being made. Try again in a moment.',
        late: 'Planning took too long. Try again with fewer tasks.',
        lost: 'A planning thread failed.',
      },
    },
    size,
  );
}
