import type { Plan } from '../../../actors/planning/plan-report.ts';
import { type PoolSize, ThreadPool, threadModule } from '../../kernel/threads/thread-pool.ts';
import type { PlanJob } from './plan-job.ts';

export type PlanPool = ThreadPool<PlanJob, Plan>;

/** Beyond the time for searching: starting a thread, the matrix, the report. */
const GRACE = 10_000;

/** Threads that plan. */
export function openPlanPool(size: PoolSize = {}): PlanPool {
  return new ThreadPool(
    {
      module: threadModule('./plan-thread', import.meta.url),
      limit: ({ budget }) => budget + GRACE,
      words: {
        full: 'Too many plans are being made. Try again in a moment.',
        late: 'Planning took too long. Try again with fewer tasks.',
        lost: 'A planning thread failed.',
      },
    },
    size,
  );
}
