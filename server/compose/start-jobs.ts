import { settledWithin } from '../../db/deadline.ts';
import { startWebhooks } from '../integrations/webhooks/webhooks.ts';
import { JobLog } from '../kernel/jobs/job-log.ts';
import { startWorker } from '../kernel/jobs/worker.ts';
import { addMessageGauges, JobMetrics } from '../kernel/metrics/job-metrics.ts';
import type { Closers } from '../kernel/process/closers.ts';
import type { RedisConnections } from '../kernel/process/redis-connections.ts';
import { channelsOn, readOverdue, startSending } from '../notifications/notifications.ts';
import type { Actors } from './compose-actors.ts';
import { allJobs } from './jobs.ts';

/** Milliseconds allowed for counting due messages, so that the other metrics are reported without the database, too. */
const DUE_TIMEOUT_MS = 1_000;

/** Starts a worker's scheduled jobs and the sending of messages and webhooks. */
export async function startJobs(
  { deps, relay, timers }: Actors,
  connections: RedisConnections,
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
  const record = new JobLog(deps.database, deps.log);
  const measured = new JobMetrics(deps.metrics, jobs);
  void record.begin(jobs).then((former) => measured.remember(former));
  const listener = measured.listener(record);
  const worker = startWorker({
    jobs,
    listener,
    queue: { redis: connections.open('queue', 'queue'), namespace: connections.namespace('queue') },
    heartbeat: { redis: deps.redis, namespace: connections.namespace('shared') },
    log: deps.log,
    mayRun: () => !deps.clockWatch.wrong,
  });
  closers.add('worker', () => worker.close());
  const channels = channelsOn(deps.config);
  addMessageGauges(deps.metrics, channels, () =>
    settledWithin(readOverdue(deps.database, channels, 0), DUE_TIMEOUT_MS, null),
  );
  const sending = await startSending(deps);
  closers.add('sending', () => sending.close());
  const webhooks = startWebhooks(deps);
  closers.add('sending of webhooks', () => webhooks.close());
}
