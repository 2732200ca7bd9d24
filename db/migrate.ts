import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { type Database, openDatabase } from './database.ts';
import { projectRoot } from './root.ts';

const DIRECTORY = path.join(projectRoot, 'db/migrations');

/** Migrations are SQL files, forward only, run in the order of their names, each in a transaction. */
class SqlFiles implements Knex.MigrationSource<string> {
  async getMigrations(): Promise<string[]> {
    const files = await readdir(DIRECTORY);
    return files.filter((file) => file.endsWith('.sql')).sort();
  }

  getMigrationName(file: string): string {
    return file.replace(/\.sql$/, '');
  }

  async getMigration(file: string): Promise<Knex.Migration> {
    const sql = await readFile(path.join(DIRECTORY, file), 'utf8');
    return {
      up: async (trx) => {
        await trx.raw(sql.replaceAll('?', '\\?'));
      },
      down: async () => {
        throw new Error('Migrations go forward only; restore a backup to go back.');
      },
    };
  }
}

/**
 * Thrown when a database has applied migrations that this release does not have. The database is not changed. EARLIER:
 * it was created before the migrations were squashed into the present baseline. NEWER: by a later release.
 */
export class UnknownMigrationsError extends Error {
  readonly origin: 'EARLIER' | 'NEWER';

  constructor(origin: 'EARLIER' | 'NEWER', unknown: readonly string[]) {
    super(`The database has applied migrations that this release does not have: ${unknown.join(', ')}`);
    this.origin = origin;
  }
}

/**
 * Migrates a database to the newest schema; safe to run from several processes at once, because knex holds a lock.
 * Throws UnknownMigrationsError.
 */
export async function migrateToLatest(databaseUrl: string): Promise<{ applied: string[] }> {
  const database = openDatabase(databaseUrl, { name: 'wasl-migrate', max: 2 });
  try {
    const migrationSource = new SqlFiles();
    const files = await migrationSource.getMigrations();
    const known = files.map((file) => migrationSource.getMigrationName(file));
    refuseUnknown(await readApplied(database), known);
    const [, applied] = await database.migrate.latest({ migrationSource });
    return { applied };
  } finally {
    await database.destroy();
  }
}

export interface SchemaState {
  applied: string[];
  /** Of this release, and not applied. */
  missing: string[];
  /** Applied, and not of this release. */
  unknown: string[];
}

/** Compares a database with this release; changes nothing. */
export async function schemaState(databaseUrl: string): Promise<SchemaState> {
  const database = openDatabase(databaseUrl, { name: 'wasl-schema', max: 1 });
  try {
    const source = new SqlFiles();
    const known = (await source.getMigrations()).map((file) => source.getMigrationName(file));
    const applied = await readApplied(database);
    return {
      applied,
      missing: known.filter((name) => !applied.includes(name)),
      unknown: applied.filter((name) => !known.includes(name)),
    };
  } finally {
    await database.destroy();
  }
}

/** The names of a database's applied migrations; empty for an empty database. */
async function readApplied(database: Database): Promise<string[]> {
  if (!(await database.schema.hasTable('knex_migrations'))) return [];
  return database('knex_migrations').orderBy('id').pluck('name');
}

/** A later release only adds files with higher numbers, so an unknown lower name is from before the baseline. */
function refuseUnknown(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const newest = known.at(-1) ?? '';
  throw new UnknownMigrationsError(unknown.every((name) => name > newest) ? 'NEWER' : 'EARLIER', unknown);
}
