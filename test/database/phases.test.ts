import { expect } from 'chai';
import pg from 'pg';
import { type Database, openDatabase } from '../../db/database.ts';
import { type MigrateOptions, migrate, UnknownMigrationsError } from '../../db/migrate.ts';
import { MigrationRefusedError } from '../../db/migration-session.ts';
import { refuseUnfitSchema, UnfitSchemaError } from '../../db/stores/schema-phase-store.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { ExampleMigrations } from '../support/example-migrations.ts';
import { thrownBy } from '../support/thrown-by.ts';

const BASE = 58;
const ROWS = 2_500;
const BACKFILL = `-- Backfill of notes: their length.
WITH batch AS (
  SELECT id FROM notes WHERE id > coalesce($1::bigint, 0) ORDER BY id LIMIT $2
), changed AS (
  UPDATE notes SET length = length(text) FROM batch WHERE notes.id = batch.id AND length IS NULL
)
SELECT (SELECT max(id) FROM batch) AS last_key, (SELECT count(*) FROM batch) AS rows`;

describe('migrating in two phases', function () {
  this.timeout(60_000);
  let testDatabase: TestDatabase;
  let database: Database;
  let examples: ExampleMigrations;
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    testDatabase = await createEmptyDatabase();
    database = openDatabase(testDatabase.url, { name: 'test', max: 4 });
    examples = new ExampleMigrations();
  });

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
    examples.remove();
    await database.destroy();
    await testDatabase.drop();
  });

  const run = (options: MigrateOptions) => migrate(testDatabase.url, options);
  const count = async (table: string) => Number((await database(table).count('* as n'))[0]?.n);

  /** A connection of its own, such as that of a process. */
  async function connect(name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: testDatabase.url, application_name: name });
    client.on('error', () => undefined);
    await client.connect();
    closers.push(() => client.end());
    return client;
  }

  /** Release 1 with a table of rows; release 2 gives them a column in the first phase and fills it in the second. */
  async function atReleaseOne() {
    const created = examples.add(
      'notes.before',
      'CREATE TABLE notes (id bigint PRIMARY KEY, text text NOT NULL, old text)',
    );
    const one = examples.source();
    expect((await run({ source: one })).applied).to.deep.equal(['0058-schema-phases', created]);
    await database.raw(`INSERT INTO notes SELECT n, repeat('x', n % 7) FROM generate_series(1, ${ROWS}) n`);
    await database.raw('ANALYZE notes');
    const names = {
      column: examples.add('length.before', 'ALTER TABLE notes ADD COLUMN length integer'),
      backfill: examples.add('length.backfill', BACKFILL),
      drop: examples.add('drop-old.after', 'ALTER TABLE notes DROP COLUMN old'),
    };
    return { one, two: examples.source(BASE + 1), names };
  }

  it('applies what comes before the code first, then backfills, then what comes after it', async () => {
    const { two, names } = await atReleaseOne();
    expect(await run({ source: two, until: 'before' })).to.deep.equal({
      applied: [names.column],
      unfinished: [2],
    });
    expect(await run({ source: two, until: 'before' })).to.deep.equal({ applied: [], unfinished: [2] });
    expect(await run({ source: two, until: 'after' })).to.deep.equal({
      applied: [names.backfill, names.drop],
      unfinished: [],
    });
    expect(await run({ source: two, until: 'after' })).to.deep.equal({ applied: [], unfinished: [] });
    const { rows } = await database.raw('SELECT count(*)::int AS n FROM notes WHERE length = length(text)');
    expect(rows).to.deep.equal([{ n: ROWS }]);
    expect(await database.schema.hasColumn('notes', 'old')).to.equal(false);
  });

  it('lets the former release run between the phases, and not from the second one on', async () => {
    const { one, two } = await atReleaseOne();
    await refuseUnfitSchema(database, 1);
    const early = await thrownBy(() => refuseUnfitSchema(database, 2));
    expect(early).to.be.instanceOf(UnfitSchemaError);
    expect(early).to.have.property('message').that.includes('too old for release 2');
    await run({ source: two, until: 'before' });
    await refuseUnfitSchema(database, 1);
    await refuseUnfitSchema(database, 2);
    expect(await run({ source: one })).to.deep.equal({ applied: [], unfinished: [] });
    await run({ source: two, until: 'after' });
    await refuseUnfitSchema(database, 2);
    const late = await thrownBy(() => refuseUnfitSchema(database, 1));
    expect(late).to.have.property('message').that.includes('release 1 can no longer run on it');
    const refused = await thrownBy(() => run({ source: one }));
    expect(refused).to.be.instanceOf(UnknownMigrationsError).and.include({ origin: 'NEWER' });
  });

  it('runs both phases on an empty database, which has no former release', async () => {
    await atReleaseOne();
    const empty = await createEmptyDatabase();
    closers.push(() => empty.drop());
    const { applied, unfinished } = await migrate(empty.url, {
      source: examples.source(BASE + 1),
      until: 'before',
    });
    expect(applied).to.have.length(5);
    expect(unfinished).to.deep.equal([]);
  });

  it('finishes the second phase of the release before, and skips no release while processes run', async () => {
    const { two, names } = await atReleaseOne();
    await run({ source: two, until: 'before' });
    const last = examples.last;
    const added = examples.add('rank.before', 'ALTER TABLE notes ADD COLUMN rank integer');
    const three = examples.source(BASE + 1, last);
    expect((await run({ source: three, until: 'before' })).applied).to.deep.equal([
      names.backfill,
      names.drop,
      added,
    ]);
    await refuseUnfitSchema(database, 2);
    await refuseUnfitSchema(database, 3);
    const five = examples.source(BASE + 1, last, last + 1, last + 1);
    const error = await thrownBy(() => run({ source: five, until: 'before' }));
    expect(error).to.be.instanceOf(MigrationRefusedError);
    expect(error).to.have.property('message').that.includes('upgrade to release 4 first');
    expect((await run({ source: five })).unfinished).to.deep.equal([]);
    await refuseUnfitSchema(database, 5);
  });

  it('does not begin the second phase while a process of a former release is connected', async () => {
    const { two } = await atReleaseOne();
    await run({ source: two, until: 'before' });
    const former = await connect('wasl-api-work.1');
    const ours = await connect('wasl-worker-work.2');
    const error = await thrownBy(() => run({ source: two, until: 'after', serving: true }));
    expect(error).to.be.instanceOf(MigrationRefusedError);
    expect(error).to.have.property('message').that.includes('still connected (wasl-api-work.1)');
    await refuseUnfitSchema(database, 1);
    await former.end();
    await until(async () => {
      const { rows } = await ours.query(
        "SELECT 1 FROM pg_stat_activity WHERE application_name = 'wasl-api-work.1'",
      );
      return rows.length === 0;
    });
    await run({ source: two, until: 'after', serving: true });
    expect((await thrownBy(() => refuseUnfitSchema(database, 1))) instanceof UnfitSchemaError).to.equal(true);
  });

  it('sees a process of a former release that starts while the second phase begins', async () => {
    const { two } = await atReleaseOne();
    await run({ source: two, until: 'before' });
    // The beginning is held up between the look at what is connected and the note that shuts the former release out.
    await database.raw(`CREATE FUNCTION held_up() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock(42); RETURN NEW; END $$`);
    await database.raw(`CREATE TRIGGER held_up BEFORE INSERT ON schema_phases FOR EACH ROW
      WHEN (NEW.release = 2 AND NEW.phase = 'after') EXECUTE FUNCTION held_up()`);
    const holder = await connect('holder');
    await holder.query('SELECT pg_advisory_lock(42)');
    const migrated = thrownBy(() => run({ source: two, until: 'after', serving: true }));
    await until(async () => {
      const { rows } = await database.raw<{ rows: object[] }>(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'wasl-migrate'
            AND wait_event = 'advisory'`,
      );
      return rows.length === 1;
    });
    await connect('wasl-api-late.1');
    await refuseUnfitSchema(database, 1);
    await holder.query('SELECT pg_advisory_unlock(42)');
    expect(await migrated)
      .to.have.property('message')
      .that.includes('still connected (wasl-api-late.1)');
    // Nothing is begun, so it may go on, and be started again.
    await refuseUnfitSchema(database, 1);
    expect(await database.schema.hasColumn('notes', 'old')).to.equal(true);
  });

  it('waits for a lock for a second at most, lets the others go on, and tries again', async () => {
    const { two, names } = await atReleaseOne();
    const busy = await connect('busy');
    await busy.query('BEGIN; SELECT 1 FROM notes LIMIT 1');
    const said: string[] = [];
    const migrated = run({ source: two, until: 'before', say: (line) => said.push(line) });
    await until(() => said.some((line) => line.includes('a lock was not free')), { limitMs: 20_000 });
    // It reads while the other transaction is still open: nobody waits behind the migration for longer than an attempt.
    const reader = await connect('reader');
    await reader.query('SELECT 1 FROM notes LIMIT 1');
    await busy.query('COMMIT');
    expect((await migrated).applied).to.deep.equal([names.column]);
  });

  it('applies nothing of a migration that fails, and goes on with it the next time', async () => {
    const { two } = await atReleaseOne();
    await run({ source: two });
    const next = examples.last;
    examples.add('broken.before', 'CREATE TABLE things (id bigint); SELECT 1 / 0');
    const three = examples.source(BASE + 1, next);
    expect(await thrownBy(() => run({ source: three, until: 'before' }))).to.have.property('code', '22012');
    expect(await database.schema.hasTable('things')).to.equal(false);
    // What it had begun has not shut anybody out.
    await refuseUnfitSchema(database, 2);
    expect(await thrownBy(() => refuseUnfitSchema(database, 3))).to.be.instanceOf(UnfitSchemaError);
  });

  it('builds an index beside writers, again if it was broken off', async () => {
    const { two } = await atReleaseOne();
    await run({ source: two });
    const next = examples.last;
    const sql = `-- Outside a transaction: readers and writers go on.
      CREATE INDEX CONCURRENTLY IF NOT EXISTS notes_text ON notes (text)`;
    const name = examples.add('notes-text.before', sql);
    const three = examples.source(BASE + 1, next);
    const isValid = async () => {
      const { rows } = await database.raw<{ rows: { valid: boolean }[] }>(
        "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('notes_text')",
      );
      return rows[0]?.valid;
    };
    // It waits for transactions that began before it; its session ends while it waits.
    const busy = await connect('busy');
    await busy.query('BEGIN; UPDATE notes SET text = text WHERE id = 1');
    const broken = thrownBy(() => run({ source: three, until: 'before' }));
    await until(async () => (await isValid()) === false, { limitMs: 20_000, everyMs: 50 });
    const writer = await connect('writer');
    await writer.query("INSERT INTO notes (id, text) VALUES (100001, 'while it is built')");
    await database.raw(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wasl-migrate' AND datname = current_database()",
    );
    expect(await broken).to.be.instanceOf(Error);
    await busy.query('COMMIT');
    expect(await isValid()).to.equal(false);
    const said: string[] = [];
    const { applied } = await run({ source: three, until: 'before', say: (line) => said.push(line) });
    expect(applied).to.deep.equal([name]);
    expect(await isValid()).to.equal(true);
    expect(said.join('\n')).to.include('notes_text: an index that was broken off is dropped');
  });

  it('lets several commands migrate one after the other', async () => {
    await atReleaseOne();
    const two = examples.source(BASE + 1);
    const all = await Promise.all([1, 2, 3].map(() => run({ source: two })));
    expect(all.map(({ applied }) => applied.length).sort()).to.deep.equal([0, 0, 3]);
  });

  describe('backfills', () => {
    const state = async () =>
      (await database('backfills').first('last_key', 'done_rows', 'batches', 'finished_at')) ?? {};

    it('go in batches that others can get between, and say and store how far they are', async () => {
      const { two, names } = await atReleaseOne();
      const said: string[] = [];
      await run({ source: two, batchRows: 100, say: (line) => said.push(line) });
      const { done_rows: done, batches, finished_at: finished } = await state();
      expect(Number(done)).to.equal(ROWS);
      expect(Number(batches)).to.equal(ROWS / 100 + 1);
      expect(finished).to.be.instanceOf(Date);
      expect(said.filter((line) => line.startsWith(names.backfill))).to.include(
        `${names.backfill}: finished, ${ROWS} rows`,
      );
      expect(said.join('\n')).to.match(/rows of about 2\d00/);
    });

    it('stop after a batch when they are asked to, and go on there', async () => {
      const { two, names } = await atReleaseOne();
      const stopping = new AbortController();
      const say = (line: string) => {
        if (line.includes('rows')) stopping.abort();
      };
      const error = await thrownBy(() => run({ source: two, batchRows: 100, say, signal: stopping.signal }));
      expect(error).to.be.instanceOf(MigrationRefusedError);
      expect(error)
        .to.have.property('message')
        .that.matches(/was stopped after \d+ rows; run it again/);
      const stopped = await state();
      expect(Number(stopped.done_rows)).to.be.within(100, ROWS - 100);
      expect(stopped.finished_at).to.equal(null);
      // Rows that were dealt with are not touched again.
      await database('notes').where('id', '<=', 100).update({ length: -1 });
      expect((await run({ source: two, batchRows: 100 })).applied).to.include(names.backfill);
      expect(Number((await state()).done_rows)).to.equal(ROWS);
      expect(await database('notes').where({ length: -1 }).count('* as n').first()).to.deep.equal({ n: 100 });
      expect(await database('notes').whereNull('length').count('* as n').first()).to.deep.equal({ n: 0 });
    });

    it('go on where they were killed, and redo no batch that was committed', async () => {
      const { two } = await atReleaseOne();
      const killed = thrownBy(() => run({ source: two, batchRows: 50 }));
      await until(async () => Number((await state()).done_rows ?? 0) >= 200, {
        limitMs: 20_000,
        everyMs: 10,
      }).catch(() => expect.fail('no progress'));
      await database.raw(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'wasl-migrate' AND datname = current_database()",
      );
      expect(await killed).to.be.instanceOf(Error);
      const { done_rows: before } = await state();
      await run({ source: two, batchRows: 50 });
      expect(Number(before)).to.be.at.least(200);
      expect(Number((await state()).done_rows)).to.equal(ROWS);
    });

    it('wait for rows that others have locked, and are not lost by it', async () => {
      const { two } = await atReleaseOne();
      const busy = await connect('busy');
      await busy.query('BEGIN; UPDATE notes SET text = text WHERE id = 150');
      const said: string[] = [];
      const filled = run({ source: two, batchRows: 100, say: (line) => said.push(line) });
      await until(() => said.some((line) => line.includes('a lock was not free')), { limitMs: 20_000 });
      await pause(100);
      await busy.query('COMMIT');
      await filled;
      expect(await count('notes')).to.equal(ROWS);
      expect(await database('notes').whereNull('length').count('* as n').first()).to.deep.equal({ n: 0 });
    });

    it('fail when a batch does not get beyond the one before', async () => {
      await atReleaseOne();
      const next = examples.last;
      examples.add(
        'forever.backfill',
        `-- Backfill of notes
        WITH batch AS (SELECT id FROM notes WHERE $1::bigint IS NULL OR true ORDER BY id LIMIT $2)
        SELECT (SELECT max(id) FROM batch) AS last_key, (SELECT count(*) FROM batch) AS rows`,
      );
      const error = await thrownBy(() => run({ source: examples.source(BASE + 1, next), batchRows: 100 }));
      expect(error).to.have.property('message').that.includes('did not get beyond the key 100');
    });
  });
});
