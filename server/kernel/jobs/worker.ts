import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { doneWithin } from '../../../db/deadline.ts';
import { isTagged } from '../../../db/redis/areas.ts';
import { BEAT_EVERY_MS, WorkerHeartbeat } from './heartbeat.ts';
import { type JobListener, JobRunner } from './job-runner.ts';
import type { ScheduledJob } from './scheduled-job.ts';

export interface WorkerOptions {
  jobs: readonly ScheduledJob[];
  /** For BullMQ only: a connection of the role `queue`. */
  queue: { redis: Redis; namespace: string };
  /** A connection of the role `commands`. */
  heartbeat: { redis: Redis; namespace: string };
  log: Logger;
  /** Called on every run. */
  listener?: JobListener;
  /** Whether jobs may start in this process now; those skipped are missed as if the process were dead. */
  mayRun?: () => boolean;
}

export interface RunningWorker {
  /** Takes at most twice `CLOSE_TIMEOUT_MS`. The caller closes the Redis connections afterwards. */
  close(): Promise<void>;
}

// The queue's name in Redis, older than the word used here.
const QUEUE = 'duties';
const TICK_MS = 250;
/** Milliseconds to wait for running jobs, then as many again for BullMQ. */
const CLOSE_TIMEOUT_MS = 8_000;
/** Periods after which the local interval starts an overdue job; without Redis it does not wait for BullMQ. */
const OVERDUE_PERIODS = { redisUp: 3, redisAway: 1 };
const RESCHEDULE_EVERY_MS = 10_000;

/**
 * Starts running the scheduled jobs. BullMQ distributes wake-ups over all workers but holds no state: what is due is in
 * PostgreSQL. A local interval runs what BullMQ misses when Redis is unreachable, emptied or slow.
 */
export function startWorker(options: WorkerOptions): RunningWorker {
  const { jobs, log, listener, mayRun } = options;
  const { redis, namespace } = options.queue;
  const runner = new JobRunner(jobs, log, listener, mayRun);
  const scheduler = new Scheduler(redis, namespace, jobs, log);
  const worker = new Worker(QUEUE, ({ name }) => runner.run(name), {
    connection: redis,
    prefix: prefixOf(namespace),
    concurrency: jobs.length,
    lockDuration: 60_000,
    removeOnComplete: { count: 20 },
    removeOnFail: { count: 100 },
  });
  worker.on('error', (error) => log.debug({ err: error }, 'queue connection failed'));
  worker.on('failed', (job, error) => log.error({ err: error, job: job?.name }, 'a scheduled job failed'));
  const fallback = setInterval(() => runOverdue(runner, scheduler, redis, log), TICK_MS);
  const heartbeat = new WorkerHeartbeat(options.heartbeat.redis, options.heartbeat.namespace);
  const beat = () =>
    heartbeat.beat().catch((error: unknown) => log.debug({ err: error }, 'the heartbeat could not be sent'));
  const beats = setInterval(() => void beat(), BEAT_EVERY_MS);
  void beat();
  return {
    close: async () => {
      clearInterval(fallback);
      clearInterval(beats);
      await runner.close(CLOSE_TIMEOUT_MS);
      await doneWithin(Promise.allSettled([worker.close(true), scheduler.close()]), CLOSE_TIMEOUT_MS);
    },
  };
}

function runOverdue(runner: JobRunner, scheduler: Scheduler, queue: Redis, log: Logger): void {
  const up = queue.status === 'ready';
  const overdue = runner.overdue(up ? OVERDUE_PERIODS.redisUp : OVERDUE_PERIODS.redisAway);
  // Redis responds but wakes no one: it may have been emptied.
  if (up && overdue.length > 0) scheduler.scheduleAgain();
  for (const name of overdue) {
    runner
      .run(name)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'a scheduled job failed'));
  }
}

/** Keeps one repeating job per scheduled job in BullMQ. */
class Scheduler {
  readonly #queue: Queue;
  readonly #redis: Redis;
  readonly #jobs: readonly ScheduledJob[];
  readonly #log: Logger;
  readonly #onReady = () => void this.#schedule();
  #scheduledAt = 0;

  constructor(redis: Redis, namespace: string, jobs: readonly ScheduledJob[], log: Logger) {
    this.#redis = redis;
    this.#jobs = jobs;
    this.#log = log;
    this.#queue = new Queue(QUEUE, { connection: redis, prefix: prefixOf(namespace) });
    this.#queue.on('error', (error) => log.debug({ err: error }, 'queue connection failed'));
    redis.on('ready', this.#onReady);
    if (redis.status === 'ready') this.#onReady();
  }

  scheduleAgain(): void {
    if (performance.now() - this.#scheduledAt > RESCHEDULE_EVERY_MS) void this.#schedule();
  }

  async close(): Promise<void> {
    this.#redis.off('ready', this.#onReady);
    await this.#queue.close();
  }

  /** Idempotent: every worker writes the same schedule. */
  async #schedule(): Promise<void> {
    this.#scheduledAt = performance.now();
    try {
      for (const { name, every } of this.#jobs) {
        // No retries: the next wake-up serves as one.
        await this.#queue.upsertJobScheduler(name, { every }, { name, opts: { attempts: 1 } });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs could not be scheduled');
    }
  }
}

/** An area's namespace on a cluster has its braces already. */
function prefixOf(namespace: string): string {
  return isTagged(namespace) ? `${namespace}:bull` : `{${namespace}:bull}`;
}
