import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { doneWithin } from '../../../db/deadline.ts';
import { BEAT_EVERY, WorkerHeartbeat } from './heartbeat.ts';
import { type JobListener, JobRunner } from './job-runner.ts';
import type { ScheduledJob } from './scheduled-job.ts';

export interface WorkerOptions {
  jobs: readonly ScheduledJob[];
  redis: {
    /** Role `queue`: BullMQ's own, nothing else runs on it. */
    queue: Redis;
    /** Role `commands`: for the heartbeat. */
    commands: Redis;
  };
  namespace: string;
  log: Logger;
  /** Told of every run. */
  listener?: JobListener;
}

export interface RunningWorker {
  /** Ends within `CLOSE_LIMIT`. The Redis connections stay the caller's, who closes them afterwards. */
  close(): Promise<void>;
}

// The queue's name in Redis, older than the word used here.
const QUEUE = 'duties';
const TICK = 250;
/** Milliseconds for jobs under way, then as many again for BullMQ. */
const CLOSE_LIMIT = 8_000;
/** A wake-up that comes that many periods late is not waited for; without Redis none is. */
const PATIENCE = { redisUp: 3, redisAway: 1 };
const SCHEDULE_AGAIN_EVERY = 10_000;

/**
 * Starts doing the jobs. BullMQ spreads the wake-ups over all workers, but only wakes: what is due stands in
 * PostgreSQL. A local interval does what BullMQ leaves undone, be Redis away, emptied or slow.
 */
export function startWorker({ jobs, redis, namespace, log, listener }: WorkerOptions): RunningWorker {
  const runner = new JobRunner(jobs, log, listener);
  const scheduler = new Scheduler(redis.queue, namespace, jobs, log);
  const worker = new Worker(QUEUE, ({ name }) => runner.run(name), {
    connection: redis.queue,
    prefix: prefixOf(namespace),
    concurrency: jobs.length,
    lockDuration: 60_000,
    removeOnComplete: { count: 20 },
    removeOnFail: { count: 100 },
  });
  worker.on('error', (error) => log.debug({ err: error }, 'queue connection failed'));
  worker.on('failed', (job, error) => log.error({ err: error, job: job?.name }, 'a scheduled job failed'));
  const fallback = setInterval(() => runOverdue(runner, scheduler, redis.queue, log), TICK);
  const heartbeat = new WorkerHeartbeat(redis.commands, namespace);
  const beat = () =>
    heartbeat.beat().catch((error: unknown) => log.debug({ err: error }, 'no heartbeat left'));
  const beats = setInterval(() => void beat(), BEAT_EVERY);
  void beat();
  return {
    close: async () => {
      clearInterval(fallback);
      clearInterval(beats);
      await runner.close(CLOSE_LIMIT);
      await doneWithin(Promise.allSettled([worker.close(true), scheduler.close()]), CLOSE_LIMIT);
    },
  };
}

function runOverdue(runner: JobRunner, scheduler: Scheduler, queue: Redis, log: Logger): void {
  const up = queue.status === 'ready';
  const overdue = runner.overdue(up ? PATIENCE.redisUp : PATIENCE.redisAway);
  // Redis is there but wakes nobody: it may have been emptied.
  if (up && overdue.length > 0) scheduler.scheduleAgain();
  for (const name of overdue) {
    runner
      .run(name)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'a scheduled job failed'));
  }
}

/** Keeps one repeating BullMQ job per scheduled job. */
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
    if (performance.now() - this.#scheduledAt > SCHEDULE_AGAIN_EVERY) void this.#schedule();
  }

  async close(): Promise<void> {
    this.#redis.off('ready', this.#onReady);
    await this.#queue.close();
  }

  /** The same on every worker and every time, so it does no harm to repeat it. */
  async #schedule(): Promise<void> {
    this.#scheduledAt = performance.now();
    try {
      for (const { name, every } of this.#jobs) {
        // No retries: the next wake-up is one.
        await this.#queue.upsertJobScheduler(name, { every }, { name, opts: { attempts: 1 } });
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'jobs could not be scheduled');
    }
  }
}

/** In braces, so that a Redis Cluster keeps all keys of the queue in one slot. */
function prefixOf(namespace: string): string {
  return `{${namespace}:bull}`;
}
