import type { Database, Transaction } from './database.ts';
import { runPrepared } from './prepared.ts';
import { SharedReads } from './shared-reads.ts';

/** Numbers that grow with every change of what processes keep copies of. */
export interface Revision {
  zones: number;
  settings: number;
}

const NONE: Revision = { zones: 0, settings: 0 };
/** The one answer there is. */
const BOTH = '';

const READ_REVISION = {
  name: 'revision',
  sql: 'SELECT z.revision AS zones, s.revision AS settings FROM zone_revision z, settings_revision s',
};

/** Asks PostgreSQL whether copies are still what is committed. */
export class Revisions {
  readonly #reads: SharedReads<Revision>;

  constructor(database: Database) {
    this.#reads = new SharedReads(async () => new Map([[BOTH, await readRevision(database)]]));
  }

  async now(): Promise<Revision> {
    return (await this.#reads.find(BOTH)) ?? NONE;
  }
}

/** As the transaction sees them, its own changes included. */
export async function readRevision(executor: Database | Transaction): Promise<Revision> {
  const [revision] = await runPrepared<Revision>(executor, READ_REVISION, []);
  return revision ?? NONE;
}
