import type { Database, Transaction } from './database.ts';

/** Numbers that grow with every change of what processes keep copies of. */
export interface Revision {
  zones: number;
  settings: number;
}

/**
 * Asks PostgreSQL whether copies are still what is committed. Questions that come while one is under way share the
 * next: it begins after each of them was asked, so none is answered with what was true before.
 */
export class Revisions {
  readonly #database: Database;
  #underWay: Promise<unknown> = Promise.resolve();
  #next: Promise<Revision> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  now(): Promise<Revision> {
    this.#next ??= this.#underWay.then(() => {
      const read = readRevision(this.#database);
      this.#underWay = read.catch(() => undefined);
      this.#next = null;
      return read;
    });
    return this.#next;
  }
}

/** As the transaction sees them, its own changes included. */
export async function readRevision(executor: Database | Transaction): Promise<Revision> {
  const { rows } = await executor.raw<{ rows: Revision[] }>(
    'SELECT z.revision AS zones, s.revision AS settings FROM zone_revision z, settings_revision s',
  );
  return rows[0] ?? { zones: 0, settings: 0 };
}
