import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Knex } from 'knex';
import { openDatabase } from './database.ts';
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
 * Brings a database to the newest schema; safe to run from several processes at once (knex holds a lock).
 * Rejects when the database is newer than this release.
 */
export async function migrateToLatest(databaseUrl: string): Promise<{ applied: string[] }> {
  const database = openDatabase(databaseUrl, { name: 'wasl-migrate', max: 2 });
  try {
    const [, applied] = await database.migrate.latest({ migrationSource: new SqlFiles() });
    return { applied };
  } finally {
    await database.destroy();
  }
}
