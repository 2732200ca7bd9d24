import type { Logger } from 'pino';
import type { Database } from '../../../db/database.ts';
import type { ScheduledJob } from './scheduled-job.ts';

/** A duty that runs every second need not be written down every second. Milliseconds. */
const WRITTEN_EVERY = 5_000;

/**
 * Writes down when duties ran, for whoever notices that they do not: in PostgreSQL, and by its clock, so that neither
 * an outage of Redis nor a wrong clock looks like a dead worker.
 */
export class DutyLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #writtenAt = new Map<string, number>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  /** Another release's duties that this one no longer has are no longer missed. */
  async begin(duties: readonly Pick<ScheduledJob, 'name'>[]): Promise<void> {
    await this.#write('DELETE FROM duty_runs WHERE name <> ALL (?)', [duties.map(({ name }) => name)]);
  }

  async done({ name, every }: Pick<ScheduledJob, 'name' | 'every'>): Promise<void> {
    const now = performance.now();
    const since = now - (this.#writtenAt.get(name) ?? Number.NEGATIVE_INFINITY);
    if (every < WRITTEN_EVERY && since < WRITTEN_EVERY) return;
    this.#writtenAt.set(name, now);
    await this.#write(
      `INSERT INTO duty_runs (name, every_ms, done_at) VALUES (?, ?, now())
       ON CONFLICT (name) DO UPDATE SET every_ms = excluded.every_ms, done_at = excluded.done_at,
         failed_at = NULL, last_error = NULL`,
      [name, every],
    );
  }

  async failed({ name }: Pick<ScheduledJob, 'name'>, error: unknown): Promise<void> {
    this.#writtenAt.delete(name);
    await this.#write('UPDATE duty_runs SET failed_at = now(), last_error = ? WHERE name = ?', [
      String(error).slice(0, 500),
      name,
    ]);
  }

  /** Never rejects: a run that is not written down looks missed, and that it is noted too late is all the harm. */
  async #write(sql: string, bindings: readonly (string | number | string[])[]): Promise<void> {
    await this.#database
      .raw(sql, bindings as never)
      .then(undefined, (error: unknown) =>
        this.#log.debug({ err: error }, 'a duty could not be written down'),
      );
  }
}
