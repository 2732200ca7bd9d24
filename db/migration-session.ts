import type pg from 'pg';
import { BASELINE, type MigrationFile } from './migration-files.ts';
import { connectToPrimary } from './primary.ts';
import type { PhaseState } from './schema-fit.ts';

/** Milliseconds for which a migration waits for a lock. Everything else that needs the table waits behind it. */
const LOCK_TIMEOUT_MS = 1_000;
/** What a migration may set at most, if it needs more. */
export const MAX_LOCK_TIMEOUT_MS = 2_000;
/** Milliseconds for a statement of a migration in a transaction, which may hold locks that others wait for. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** For a statement outside a transaction: nobody waits for its locks, so it may wait for theirs. */
const ALONE_TIMEOUT_MS = 60 * 60_000;
const MAX_ATTEMPTS = 20;
/** Between two attempts, so that what waited behind the last one is served. */
const PAUSE_MS = 1_000;
const LOCK_WAIT_MS = 5 * 60_000;
const LOCK_POLL_MS = 200;
/** Of the advisory lock that one migrating session holds. */
const LOCK_KEY = 2_058_230_111;
/** A lock was not available in time, a deadlock, or a conflict with another transaction. */
const WORTH_REPEATING = new Set(['55P03', '40P01', '40001']);

export type Say = (line: string) => void;

/** Thrown when migrating must not begin, or cannot go on, for a reason that an operator can do something about. */
export class MigrationRefusedError extends Error {}

/** The connection of the one command that migrates a database. Ends with the process, and its lock with it. */
export class MigrationSession {
  readonly client: pg.Client;
  readonly #say: Say;

  private constructor(client: pg.Client, say: Say) {
    this.client = client;
    this.#say = say;
  }

  /** Waits while another one migrates. Rejects after five minutes. */
  static async open(ownerUrl: string, say: Say): Promise<MigrationSession> {
    const client = await connectToPrimary(ownerUrl, {
      application_name: 'wasl-migrate',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      statement_timeout: ALONE_TIMEOUT_MS,
      query_timeout: ALONE_TIMEOUT_MS + 10_000,
    });
    const session = new MigrationSession(client, say);
    try {
      await session.#lock();
      await session.#prepare();
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }

  /** The names of the applied migrations, in the order in which they were applied. */
  async applied(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>(
      'SELECT name FROM knex_migrations ORDER BY id',
    );
    return rows.map(({ name }) => name);
  }

  phases(): Promise<PhaseState[]> {
    return readPhases(this.client);
  }

  async beginPhase(release: number, phase: PhaseState['phase']): Promise<void> {
    const sql = 'INSERT INTO schema_phases (release, phase) VALUES ($1, $2) ON CONFLICT DO NOTHING';
    await this.client.query(sql, [release, phase]);
  }

  async endPhase(release: number, phase: PhaseState['phase']): Promise<void> {
    const sql =
      'UPDATE schema_phases SET done_at = now() WHERE release = $1 AND phase = $2 AND done_at IS NULL';
    await this.client.query(sql, [release, phase]);
  }

  /** As if it had not begun: nothing of it may be applied. */
  async withdrawPhase(release: number, phase: PhaseState['phase']): Promise<void> {
    const sql = 'DELETE FROM schema_phases WHERE release = $1 AND phase = $2 AND done_at IS NULL';
    await this.client.query(sql, [release, phase]);
  }

  /** Applies a migration that is not a backfill, and records it. */
  async apply(file: MigrationFile): Promise<void> {
    const began = Date.now();
    if (file.alone) await this.#applyAlone(file);
    else
      await this.repeatedly(file.name, () =>
        this.inTransaction(async () => {
          await this.client.query(file.sql);
          await this.record(file.name);
        }),
      );
    if (file.number > BASELINE)
      this.#say(`${file.name}: applied in ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  }

  async record(name: string): Promise<void> {
    // The table of the library that ran migrations before; its batches mean nothing any more.
    const sql = 'INSERT INTO knex_migrations (name, batch, migration_time) VALUES ($1, 1, now())';
    await this.client.query(sql, [name]);
  }

  /** A transaction that waits for locks for a second at most. */
  async inTransaction<T>(work: () => Promise<T>): Promise<T> {
    await this.client.query('BEGIN');
    try {
      await this.client.query(
        `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
      );
      const value = await work();
      await this.client.query('COMMIT');
      return value;
    } catch (error) {
      await this.client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Tries again, after a pause, what failed because others held a lock. */
  async repeatedly<T>(name: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === undefined || !WORTH_REPEATING.has(code)) throw error;
        if (attempt === MAX_ATTEMPTS)
          throw new MigrationRefusedError(
            `${name} was tried ${MAX_ATTEMPTS} times, and others held the lock each time: nothing of it is applied. Try again when less is going on.`,
          );
        this.#say(`${name}: a lock was not free within ${LOCK_TIMEOUT_MS / 1_000} s; trying again`);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  /** Recorded after it is done, so it may be run a second time: its statement must be repeatable. */
  async #applyAlone(file: MigrationFile): Promise<void> {
    await this.#dropUnfinishedIndexes();
    await this.client.query(`SET lock_timeout = ${ALONE_TIMEOUT_MS}`);
    await this.client.query(file.sql);
    await this.record(file.name);
  }

  /** CREATE INDEX CONCURRENTLY that was broken off leaves an index that is kept up to date and never used. */
  async #dropUnfinishedIndexes(): Promise<void> {
    const { rows } = await this.client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid
        WHERE NOT indisvalid AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of rows) {
      this.#say(`${name}: an index that was broken off is dropped`);
      await this.client.query(`DROP INDEX CONCURRENTLY ${name}`);
    }
  }

  /**
   * Asks again and again instead of waiting in a statement: CREATE INDEX CONCURRENTLY waits for every statement under
   * way, and one that waits for this lock would in turn wait for it.
   */
  async #lock(): Promise<void> {
    const deadline = Date.now() + LOCK_WAIT_MS;
    for (;;) {
      const { rows } = await this.client.query<{ mine: boolean }>(
        `SELECT pg_try_advisory_lock(${LOCK_KEY}) AS mine`,
      );
      if (rows[0]?.mine === true) return;
      if (Date.now() > deadline)
        throw new MigrationRefusedError('Another command has been migrating this database for five minutes.');
      await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
    }
  }

  async #prepare(): Promise<void> {
    await this.client.query(`CREATE TABLE IF NOT EXISTS knex_migrations
      (id serial PRIMARY KEY, name varchar(255), batch integer, migration_time timestamptz)`);
  }
}

/** Empty for a database from before there were phases. */
export async function readPhases(client: pg.Client): Promise<PhaseState[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.schema_phases') IS NOT NULL AS exists",
  );
  if (found[0]?.exists !== true) return [];
  const { rows } = await client.query<PhaseState>(
    'SELECT release, phase, done_at IS NOT NULL AS done FROM schema_phases ORDER BY release, phase DESC',
  );
  return rows;
}
