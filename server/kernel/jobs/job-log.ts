import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { keepOnlyJobs, writeDone, writeFailed } from './job-store.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** A job that runs every second need not be written down every second. Milliseconds. */
const WRITTEN_EVERY = 5_000;

/**
 * Writes down when jobs ran, for whoever notices that they do not: in PostgreSQL, and by its clock, so that neither
 * an outage of Redis nor a wrong clock looks like a dead worker.
 */
export class JobLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #writtenAt = new Map<string, number>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Another release's jobs that this one no longer has are no longer missed. */
  async begin(jobs: readonly Pick<ScheduledJob, 'name'>[]): Promise<void> {
    const names = jobs.map(({ name }) => name);
    await this.#write(keepOnlyJobs(this.#database, names));
  }

  async done({ name, every }: Pick<ScheduledJob, 'name' | 'every'>): Promise<void> {
    const now = performance.now();
    const since = now - (this.#writtenAt.get(name) ?? Number.NEGATIVE_INFINITY);
    if (every < WRITTEN_EVERY && since < WRITTEN_EVERY) return;
    this.#writtenAt.set(name, now);
    await this.#write(writeDone(this.#database, name, every));
  }

  async failed({ name }: Pick<ScheduledJob, 'name'>, error: unknown): Promise<void> {
    this.#writtenAt.delete(name);
    await this.#write(writeFailed(this.#database, name, String(error).slice(0, 500)));
  }

  /** Never rejects: a run that is not written down looks missed, and that it is noted too late is all the harm. */
  async #write(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) =>
      this.#log.debug({ err: error }, 'a job could not be written down'),
    );
  }
}
