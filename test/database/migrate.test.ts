import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { migrateToLatest, UnknownMigrationsError } from '../../db/migrate.ts';
import { CURRENT_RELEASE, RELEASES } from '../../db/releases.ts';
import { projectRoot } from '../../db/root.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';
import { migrateData } from '../../scripts/supervisor/migrate-data.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

/** In the sequence in which they are applied: release by release, the first phase before the second. */
const NAMES = readdirSync(join(projectRoot, 'db/migrations'))
  .map((file) => file.replace('.sql', ''))
  .map((name) => ({
    name,
    place: [releaseOf(name), /\.(backfill|after)$/.test(name) ? 2 : 1, name].join(' '),
  }))
  .sort((one, other) => (one.place < other.place ? -1 : 1))
  .map(({ name }) => name);

function releaseOf(name: string): number {
  const found = RELEASES.find(({ lastMigration }) => Number.parseInt(name, 10) <= lastMigration);
  return found?.release ?? CURRENT_RELEASE;
}

describe('migrating a database', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    testDatabase = await createEmptyDatabase();
    database = openDatabase(testDatabase.url, { name: 'test', max: 1 });
  });

  afterEach(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  /** A database whose list of applied migrations has these names. */
  async function withHistory(...names: string[]): Promise<void> {
    await database.raw(`CREATE TABLE knex_migrations
      (id serial PRIMARY KEY, name text, batch integer, migration_time timestamptz)`);
    await database('knex_migrations').insert(names.map((name) => ({ name, batch: 1 })));
  }

  const tables = async () => {
    const { rows } = await database.raw<{ rows: { name: string }[] }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };

  const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('applies every file once, in order', async () => {
    expect(await migrateToLatest(testDatabase.url)).to.deep.equal({ applied: NAMES, unfinished: [] });
    expect(await migrateToLatest(testDatabase.url)).to.deep.equal({ applied: [], unfinished: [] });
  });

  describe('of an earlier development state', () => {
    beforeEach(() => withHistory('0001-foundation', '0002-accounts', '0003-selling', '0043-words-apart'));

    it('is refused, and nothing in it changes', async () => {
      const error = await thrownBy(migrateToLatest(testDatabase.url));
      expect(error).to.be.instanceOf(UnknownMigrationsError);
      expect(error).to.include({ origin: 'EARLIER' });
      expect(await tables()).to.deep.equal(['knex_migrations']);
    });

    it('names the folder to remove, and says that data must be exported before', async () => {
      const error = await thrownBy(migrateData(testDatabase.url, '/srv/wasl/.data'));
      expect(error).to.be.instanceOf(CommandError);
      expect(error).to.have.property(
        'message',
        'The data in /srv/wasl/.data was created by an earlier development version of Wasl, and this version cannot ' +
          'upgrade it. To start with empty data, remove /srv/wasl/.data or choose another folder with --data-dir. ' +
          'To keep the data, export it first with the version that created it.',
      );
    });

    it('names DATABASE_URL when the database has no data folder', async () => {
      const error = await thrownBy(migrateData(testDatabase.url, undefined));
      expect(error).to.have.property(
        'message',
        'The database of DATABASE_URL was created by an earlier development version of Wasl, and this version cannot ' +
          'upgrade it. To start with empty data, give an empty database. ' +
          'To keep the data, export it first with the version that created it.',
      );
    });
  });

  it('of a newer version is refused, and names the version to start', async () => {
    await withHistory(...NAMES, '9999-from-the-future');
    const error = await thrownBy(migrateData(testDatabase.url, '/srv/wasl/.data'));
    expect(error).to.be.instanceOf(CommandError);
    expect(error).to.have.property(
      'message',
      'The data in /srv/wasl/.data was written by a newer version of Wasl. Start that version, or choose another ' +
        'folder with --data-dir.',
    );
  });
});
