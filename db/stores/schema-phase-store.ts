import type { Database } from '../database.ts';
import { CURRENT_RELEASE } from '../releases.ts';
import { type PhaseState, releasesOf, unfitBecause } from '../schema-fit.ts';
import { boolean, integer, text } from '../sql-types.ts';
import { statement } from '../statement.ts';
import { sqlState } from '../unit-of-work.ts';

/** The schema is not one that a process of this release may run on; the message is a sentence for the operator. */
export class UnfitSchemaError extends Error {}

const UNDEFINED_TABLE = '42P01';

/** Throws UnfitSchemaError if a process of this release must not run on the database. */
export async function refuseUnfitSchema(database: Database, release = CURRENT_RELEASE): Promise<void> {
  const reason = unfitBecause(releasesOf(await readPhases(database)), release);
  if (reason !== null) throw new UnfitSchemaError(reason);
}

async function readPhases(database: Database): Promise<PhaseState[]> {
  try {
    const rows = await selectPhases.all(database, {});
    return rows.map((row) => ({ ...row, phase: row.phase === 'after' ? 'after' : 'before' }));
  } catch (error) {
    // A database from before there were phases, or an empty one.
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    throw error;
  }
}

const selectPhases = statement({
  name: 'schema.phases',
  sql: 'SELECT release, phase, done_at IS NOT NULL AS done FROM schema_phases',
  row: { release: integer, phase: text, done: boolean },
});
