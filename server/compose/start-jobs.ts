import type { Redis } from 'ioredis';
import { JobLog } from '../kernel/jobs/job-log.ts';
import { startWorker } from '../kernel/jobs/worker.ts';
import type { Closers } from '../kernel/process/closers.ts';
import { startSending } from '../notifications/notifications.ts';
import type { Actors } from './compose-actors.ts';
import { allJobs } from './jobs.ts';

/** Starts a worker's scheduled jobs and the sending of messages. */
export async function startJobs(
  { deps, relay, timers }: Actors,
  queue: Redis,
  closers: Closers,
): Promise<void> {
  const jobs = allJobs(deps, {
    fireTimers: async (limit) => {
      const due = await timers.run(limit);
      deps.metrics.timers('due', due);
      return due;
    },
    sweepOutbox: async (limit) => {
      const swept = await relay.sweep(limit);
      deps.metrics.swept(swept);
      return swept;
    },
  });
  const listener = new JobLog(deps.database, deps.log);
  void listener.begin(jobs);
  const worker = startWorker({
    jobs,
    listener,
    redis: { queue, commands: deps.redis },
    namespace: deps.config.redisNamespace,
    log: deps.log,
    mayRun: () => !deps.clockWatch.wrong,
  });
  closers.add('worker', () => worker.close());
  const sending = await startSending(deps);
  closers.add('sending', () => sending.close());
}
