import { expect } from 'chai';
import { parseMigration } from '../../db/migration-files.ts';
import { faultsOfMigrations } from '../../scripts/checks/migrations/rules.ts';

const OUTSIDE = '-- Outside a transaction: nobody waits for it.\n';

/** What is found in migrations of one release, given as `before: SQL`; numbered in their order. */
async function faultsOf(...migrations: string[]): Promise<string[]> {
  const files = migrations.map((text, at) => {
    const [, phase = '', sql = ''] = /^(\w+): ([\s\S]*)$/.exec(text) ?? [];
    return parseMigration(`${String(100 + at).padStart(4, '0')}-example.${phase}`, sql, []);
  });
  return (await faultsOfMigrations(files)).map(({ says }) => says);
}

const BACKFILL = `-- Backfill of carts: what they cost.
WITH batch AS (SELECT id FROM carts WHERE $1::uuid IS NULL OR id > $1::uuid ORDER BY id LIMIT $2),
     changed AS (UPDATE carts SET total = 0 FROM batch WHERE carts.id = batch.id)
SELECT (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last_key, (SELECT count(*) FROM batch) AS rows`;

describe('the check of migrations', () => {
  const fine: Record<string, string[]> = {
    'a new table with its index, constraint and trigger': [
      `before: CREATE TABLE notes (id uuid PRIMARY KEY, cart_id uuid NOT NULL REFERENCES carts (id), text text);
       CREATE INDEX notes_cart ON notes (cart_id);
       ALTER TABLE notes ADD CONSTRAINT notes_text CHECK (text <> '');
       CREATE TRIGGER notes_t BEFORE UPDATE ON notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
       COMMENT ON TABLE notes IS 'A note.'`,
    ],
    'foreign keys to two existing tables whose reason is told': [
      `before: -- Locks carts, orders: why.
       CREATE TABLE notes (id uuid PRIMARY KEY, after uuid REFERENCES notes (id), cart_id uuid REFERENCES carts (id),
                           order_id uuid REFERENCES orders (id))`,
      `after: -- Locks carts, orders: why.
       ALTER TABLE carts ADD CONSTRAINT c FOREIGN KEY (note) REFERENCES orders (id) NOT VALID`,
    ],
    'a column that may be null, or has a constant default': [
      'before: ALTER TABLE carts ADD COLUMN note text, ADD COLUMN rank integer NOT NULL DEFAULT 0, ADD COLUMN at timestamptz NOT NULL DEFAULT now()',
    ],
    'a constraint of a new column, not validated at once': [
      'before: ALTER TABLE carts ADD COLUMN note text',
      "before: ALTER TABLE carts ADD CONSTRAINT carts_note CHECK (note <> '') NOT VALID",
      `before: ${OUTSIDE}ALTER TABLE carts VALIDATE CONSTRAINT carts_note`,
    ],
    'an index built beside readers and writers': [
      `before: ${OUTSIDE}CREATE INDEX CONCURRENTLY IF NOT EXISTS carts_note ON carts (note)`,
    ],
    'a column that is dropped in the second phase': ['after: ALTER TABLE carts DROP COLUMN note'],
    'NOT NULL after a validated constraint': [
      'after: ALTER TABLE carts ADD CONSTRAINT carts_note CHECK (note IS NOT NULL) NOT VALID',
      `after: ${OUTSIDE}ALTER TABLE carts VALIDATE CONSTRAINT carts_note`,
      'after: ALTER TABLE carts ALTER COLUMN note SET NOT NULL; ALTER TABLE carts DROP CONSTRAINT carts_note',
    ],
    'a unique constraint on an index that exists': [
      `after: ${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS carts_note ON carts (note)`,
      'after: ALTER TABLE carts ADD CONSTRAINT carts_note UNIQUE USING INDEX carts_note',
    ],
    'a shorter wait for locks': [
      "before: SET LOCAL lock_timeout = '500ms'; ALTER TABLE carts ADD COLUMN note text",
    ],
    'an index under another name': ['after: ALTER INDEX carts_note RENAME TO carts_by_note'],
    'rows of settings': ["before: INSERT INTO settings (key, value) VALUES ('a', '1')"],
    'a backfill in batches': [`backfill: ${BACKFILL}`],
  };
  for (const [what, migrations] of Object.entries(fine))
    it(`accepts ${what}`, async () => expect(await faultsOf(...migrations)).to.deep.equal([]));

  const faulty: [string, string, RegExp][] = [
    ['what is not SQL', 'before: ALTER TALBE carts', /does not understand it: syntax error/],
    ['an empty file', 'before: -- nothing', /no statement/],
    ['a longer wait for locks', "before: SET lock_timeout = '5s'", /2 s at most/],
    ['a longer wait, in milliseconds', 'before: SET LOCAL lock_timeout = 2001', /2 s at most/],
    ['a wait without end', 'before: SET lock_timeout = 0', /2 s at most/],
    ['the usual wait, which has no end', 'before: SET lock_timeout TO DEFAULT', /2 s at most/],
    ['a wait set by a function', "before: SELECT set_config('lock_timeout', '1h', false)", /set_config/],
    ['more time for a statement', 'before: SET statement_timeout = 0', /set for all migrations/],
    ['a transaction of its own', 'before: BEGIN', /no BEGIN/],
    ['an index that blocks writers', 'before: CREATE INDEX carts_note ON carts (note)', /CONCURRENTLY/],
    [
      'CONCURRENTLY in a transaction',
      'before: CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON carts (note)',
      /cannot run in a transaction/,
    ],
    [
      'an index that cannot be repeated',
      `before: ${OUTSIDE}CREATE INDEX CONCURRENTLY i ON carts (note)`,
      /run twice/,
    ],
    [
      'two statements outside a transaction',
      `after: ${OUTSIDE}DROP INDEX CONCURRENTLY IF EXISTS i; DROP INDEX CONCURRENTLY IF EXISTS j`,
      /one statement/,
    ],
    [
      'other statements outside one',
      `before: ${OUTSIDE}ALTER TABLE carts ADD COLUMN note text`,
      /into a transaction/,
    ],
    ['DROP INDEX under a lock', 'after: DROP INDEX carts_note', /DROP INDEX CONCURRENTLY/],
    [
      'a unique index while the former release writes',
      `before: ${OUTSIDE}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON carts (note)`,
      /restricts what the former release writes/,
    ],
    ['NOT NULL without a default', 'before: ALTER TABLE carts ADD COLUMN a text NOT NULL', /cannot insert/],
    [
      'NOT NULL with null',
      'before: ALTER TABLE carts ADD COLUMN a text NOT NULL DEFAULT NULL',
      /cannot insert/,
    ],
    [
      'a default that differs from row to row',
      'before: ALTER TABLE carts ADD COLUMN a uuid DEFAULT gen_random_uuid()',
      /gen_random_uuid\(\).*rewrites/,
    ],
    ['numbers for all rows', 'before: ALTER TABLE carts ADD COLUMN a bigserial', /rewrites the table/],
    [
      'an identity for all rows',
      'before: ALTER TABLE carts ADD COLUMN a bigint GENERATED ALWAYS AS IDENTITY',
      /rewrites the table/,
    ],
    [
      'a computed column',
      'before: ALTER TABLE carts ADD COLUMN a text GENERATED ALWAYS AS (upper(note)) STORED',
      /rewrites the table/,
    ],
    [
      'a new column with a constraint',
      "before: ALTER TABLE carts ADD COLUMN a text CHECK (a <> '')",
      /reads the whole table/,
    ],
    ['a unique new column', 'after: ALTER TABLE carts ADD COLUMN a text UNIQUE', /reads the whole table/],
    ['another type', 'after: ALTER TABLE carts ALTER COLUMN note TYPE varchar(9)', /rewrites the table/],
    [
      'SET NOT NULL without a proof',
      'after: ALTER TABLE carts ALTER COLUMN note SET NOT NULL',
      /IS NOT NULL\) NOT VALID/,
    ],
    [
      'a constraint that is validated at once',
      "after: ALTER TABLE carts ADD CONSTRAINT c CHECK (note <> '')",
      /add it NOT VALID/,
    ],
    [
      'a foreign key that is validated at once',
      'after: ALTER TABLE carts ADD CONSTRAINT c FOREIGN KEY (note) REFERENCES notes (id)',
      /add it NOT VALID/,
    ],
    [
      'a constraint of columns that the former release writes',
      "before: ALTER TABLE carts ADD CONSTRAINT c CHECK (note <> '') NOT VALID",
      /restricts what the former release writes/,
    ],
    [
      'VALIDATE in a transaction',
      'after: ALTER TABLE carts VALIDATE CONSTRAINT c',
      /file outside a transaction/,
    ],
    [
      'a unique constraint without its index',
      'after: ALTER TABLE carts ADD CONSTRAINT c UNIQUE (note)',
      /USING INDEX/,
    ],
    [
      'an exclusion constraint',
      'after: ALTER TABLE carts ADD CONSTRAINT c EXCLUDE USING gist (note WITH =)',
      /reads the whole table under a lock/,
    ],
    [
      'a column dropped in the first phase',
      'before: ALTER TABLE carts DROP COLUMN note',
      /in the second phase/,
    ],
    ['a table dropped in the first phase', 'before: DROP TABLE carts', /in the second phase/],
    ['a function dropped in the first phase', 'before: DROP FUNCTION refuse_change()', /in the second phase/],
    [
      'a new name in the first phase',
      'before: ALTER TABLE carts RENAME COLUMN note TO text',
      /know it by its name/,
    ],
    ['a new name in the second phase', 'after: ALTER TABLE carts RENAME TO baskets', /know it by its name/],
    [
      'tables dropped together',
      'after: DROP TABLE carts, orders',
      /locks carts, orders until its end: one existing table/,
    ],
    ['what hangs on a table', 'after: DROP TABLE carts CASCADE', /CASCADE drops what the file does not name/],
    [
      'what hangs on a column',
      'after: ALTER TABLE carts DROP COLUMN note CASCADE',
      /CASCADE drops what the file does not name/,
    ],
    [
      'a wait for locks that outlasts its file',
      "before: SET lock_timeout = '2s'",
      /without LOCAL, it would hold/,
    ],
    [
      'locks of several tables',
      'before: ALTER TABLE carts ADD COLUMN a text; ALTER TABLE orders ADD COLUMN a text',
      /locks carts, orders until its end/,
    ],
    [
      'foreign keys of a new table that lock two existing ones',
      `before: -- Locks carts: why.
       CREATE TABLE notes (cart_id uuid REFERENCES carts, order_id uuid, FOREIGN KEY (order_id) REFERENCES orders)`,
      /foreign keys lock carts, orders against writers until its end/,
    ],
    [
      'a foreign key between two existing tables',
      'after: ALTER TABLE carts ADD CONSTRAINT c FOREIGN KEY (note) REFERENCES orders (id) NOT VALID',
      /foreign keys lock carts, orders against writers/,
    ],
    [
      'a foreign key beside the lock of another table',
      `before: ALTER TABLE orders ADD COLUMN note text;
       CREATE TABLE notes (cart_id uuid REFERENCES carts (id))`,
      /foreign keys lock carts, orders against writers/,
    ],
    ['rows changed at once', 'before: UPDATE carts SET note = NULL', /by a backfill/],
    ['rows deleted at once', 'after: DELETE FROM carts', /by a backfill/],
    ['rows copied at once', 'before: INSERT INTO notes (id) SELECT id FROM carts', /by a backfill/],
    [
      'code that cannot be judged',
      'before: DO $$ BEGIN DELETE FROM carts; END $$',
      /not known to be harmless/,
    ],
    ['a lock', 'before: LOCK TABLE carts', /not known to be harmless/],
    ['a rewrite', 'after: CLUSTER carts USING carts_pkey', /not known to be harmless/],
    ['an emptied table', 'after: TRUNCATE carts', /not known to be harmless/],
    [
      'a table moved to another disk',
      'after: ALTER TABLE carts SET TABLESPACE slow',
      /not known to be harmless/,
    ],
    ['what differs by database', 'before: CREATE TABLE IF NOT EXISTS notes (id uuid)', /different effects/],
    [
      'a backfill of everything',
      'backfill: -- Backfill of carts\nUPDATE carts SET note = NULL',
      /ORDER BY|LIMIT/,
    ],
    [
      'a backfill that does not go on',
      `backfill: ${BACKFILL.replaceAll('$1::uuid', 'NULL')}`,
      /after the key \$1/,
    ],
    ['a backfill without a bound', `backfill: ${BACKFILL.replace(' LIMIT $2', '')}`, /LIMIT \$2/],
    [
      'a backfill that tells nothing',
      `backfill: ${BACKFILL.replace('AS last_key', 'AS key')}`,
      /last_key and rows/,
    ],
    [
      'a backfill without its table',
      `backfill: ${BACKFILL.replace('-- Backfill of', '-- Of')}`,
      /first line/,
    ],
    [
      'a backfill that changes nothing',
      'backfill: -- Backfill of carts\nSELECT $1 AS last_key, $2 AS rows',
      /changes no row/,
    ],
  ];
  for (const [what, migration, says] of faulty)
    it(`refuses ${what}`, async () => {
      const faults = await faultsOf(migration);
      expect(
        faults.some((fault) => says.test(fault)),
        JSON.stringify(faults),
      ).to.equal(true);
    });

  it('forgets the new columns of a release with the next one', async () => {
    const release = { release: 1, commit: 'a'.repeat(40), lastMigration: 100, schema: 'b'.repeat(64) };
    const files = [
      parseMigration('0100-a.before', 'ALTER TABLE carts ADD COLUMN note text', [release]),
      parseMigration('0101-b.before', "ALTER TABLE carts ADD CONSTRAINT c CHECK (note <> '') NOT VALID", [
        release,
      ]),
    ];
    expect((await faultsOfMigrations(files)).map(({ name }) => name)).to.deep.equal(['0101-b.before']);
  });

  it('says where the fault is', async () => {
    const sql = 'CREATE TABLE notes (id uuid);\n\n-- Why.\nDROP TABLE carts;\n';
    const [fault] = await faultsOfMigrations([parseMigration('0100-a.before', sql, [])]);
    expect(fault).to.include({ name: '0100-a.before', line: 4 });
  });
});
