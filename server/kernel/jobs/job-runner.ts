import type { Logger } from 'pino';
import { settledWithin } from '../../../db/deadline.ts';
import { type JobReport, reportOf, type ScheduledJob } from './scheduled-job.ts';

/** A run of a job that has ended. */
export interface JobEnd {
  seconds: number;
  /** Null if the job says nothing about it, or failed. */
  report: JobReport | null;
}

/** Called on every run; must not reject. */
export interface JobListener {
  done(job: ScheduledJob, end: JobEnd): Promise<void>;
  failed(job: ScheduledJob, error: unknown, end: JobEnd): Promise<void>;
}

/**
 * Runs scheduled jobs, each at most once at a time in this process. Woken by BullMQ, or by a local interval when BullMQ
 * fails.
 */
export class JobRunner {
  readonly #jobs: ReadonlyMap<string, ScheduledJob>;
  readonly #log: Logger;
  readonly #listener: JobListener | null;
  readonly #running = new Map<string, Promise<void>>();
  readonly #lastStart = new Map<string, number>();
  readonly #mayRun: () => boolean;
  #closed = false;

  constructor(
    jobs: readonly ScheduledJob[],
    log: Logger,
    listener: JobListener | null = null,
    mayRun: () => boolean = () => true,
  ) {
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#log = log;
    this.#listener = listener;
    this.#mayRun = mayRun;
  }

  /**
   * Runs a job now. Returns at once if it is already running, unknown (another release's), while nothing may run, or
   * after `close`. Rejects with the job's error.
   */
  async run(name: string): Promise<void> {
    const job = this.#jobs.get(name);
    if (job === undefined || this.#closed || this.#running.has(name) || !this.#mayRun()) return;
    this.#lastStart.set(name, performance.now());
    const work = this.#do(job).finally(() => this.#running.delete(name));
    this.#running.set(name, work);
    await work;
  }

  async #do(job: ScheduledJob): Promise<void> {
    const began = performance.now();
    const endNow = (report: JobReport | null): JobEnd => {
      return { seconds: (performance.now() - began) / 1_000, report };
    };
    let result: unknown;
    try {
      result = await job.run();
    } catch (error) {
      await this.#listener?.failed(job, error, endNow(null));
      throw error;
    }
    await this.#listener?.done(job, endNow(reportOf(result)));
  }

  /** Names of jobs that this process has not started for `periods` times their period; initially all. */
  overdue(periods: number): string[] {
    const now = performance.now();
    const late = ({ name, every }: ScheduledJob) =>
      now - (this.#lastStart.get(name) ?? Number.NEGATIVE_INFINITY) > every * periods;
    return [...this.#jobs.values()].filter(late).map(({ name }) => name);
  }

  /** Starts nothing more and waits for running jobs, at most `withinMs`. */
  async close(withinMs: number): Promise<void> {
    this.#closed = true;
    await settledWithin(Promise.allSettled([...this.#running.values()]), withinMs, null);
    if (this.#running.size > 0) {
      this.#log.warn({ jobs: [...this.#running.keys()] }, 'jobs did not end in time');
    }
  }
}
