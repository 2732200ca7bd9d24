import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import { keepOnlyJobs, type RecordedRun, readRuns, writeDone, writeFailed } from './job-store.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** Milliseconds between two records of a frequent job. */
const WRITE_EVERY_MS = 5_000;

/**
 * Records when scheduled jobs ran, for detecting jobs that do not run. Uses PostgreSQL and its clock, so that neither a
 * Redis outage nor a wrong clock looks like a dead worker.
 */
export class JobLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #writtenAt = new Map<string, number>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Forgets jobs of another release that this one no longer has, so that they are not missed. Returns what is recorded
   * of the others; nothing when the database does not answer.
   */
  async begin(jobs: readonly Pick<ScheduledJob, 'name'>[]): Promise<RecordedRun[]> {
    const names = jobs.map(({ name }) => name);
    await this.#write(keepOnlyJobs(this.#database, names));
    return readRuns(this.#database).catch(() => []);
  }

  async done({ name, every }: Pick<ScheduledJob, 'name' | 'every'>): Promise<void> {
    const now = performance.now();
    const since = now - (this.#writtenAt.get(name) ?? Number.NEGATIVE_INFINITY);
    if (every < WRITE_EVERY_MS && since < WRITE_EVERY_MS) return;
    this.#writtenAt.set(name, now);
    await this.#write(writeDone(this.#database, name, every));
  }

  async failed({ name }: Pick<ScheduledJob, 'name'>, error: unknown): Promise<void> {
    this.#writtenAt.delete(name);
    await this.#write(writeFailed(this.#database, name, String(error).slice(0, 500)));
  }

  /** Never rejects: an unrecorded run at worst looks missed for a while. */
  async #write(written: Promise<void>): Promise<void> {
    await written.catch((error: unknown) =>
      this.#log.debug({ err: error }, 'a job run could not be recorded'),
    );
  }
}
