import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import { describeSchema, SCHEMA_FILE } from '../../scripts/schema.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('the schema', () => {
  let migrated: TestDatabase;
  let database: Database;
  /** Of the server that the tests use. */
  let version: number;

  before(async () => {
    migrated = await createTestDatabase({ catalogue: false });
    database = openDatabase(migrated.url, { name: 'test', max: 1 });
    const asked = "SELECT current_setting('server_version_num')::integer AS version";
    const { rows } = await database.raw<{ rows: { version: number }[] }>(asked);
    version = rows[0]?.version ?? 0;
  });

  /**
   * The file is in the words of PostgreSQL 18. An older server names the table of every column of a view, and has a
   * uuidv7() of ours.
   */
  function comparable(text: string): string {
    if (version >= 180_000) return text;
    const without = text.replace(/CREATE FUNCTION uuidv7\(\)[\s\S]*?\$function\$;\n\n/, '');
    return without.replace(/\b[a-z]+\.(?=[a-z_])/g, '');
  }

  after(async () => {
    await database.destroy();
    await migrated.drop();
  });

  it('is in db/schema.sql as the migrations make it (otherwise: npm run schema)', async () => {
    const described = await describeSchema(database);
    expect(comparable(described)).to.equal(comparable(readFileSync(SCHEMA_FILE, 'utf8')));
  });

  it('can be built from db/schema.sql, with the same description', async () => {
    const built = await createEmptyDatabase();
    const copy = openDatabase(built.url, { name: 'test', max: 1 });
    try {
      const sql = readFileSync(SCHEMA_FILE, 'utf8');
      await copy.raw(sql.replaceAll('?', '\\?'));
      expect(comparable(await describeSchema(copy))).to.equal(comparable(sql));
    } finally {
      await copy.destroy();
      await built.drop();
    }
  });

  it('explains for every table and view what a row is', async () => {
    const { rows } = await database.raw<{ rows: { name: string }[] }>(
      `SELECT relname AS name FROM pg_class c
        WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace AND relname !~ '^knex_'
          AND (NOT relispartition OR pg_get_expr(relpartbound, oid) = 'DEFAULT')
          AND obj_description(oid, 'pg_class') IS NULL`,
    );
    expect(rows).to.deep.equal([]);
  });

  it('has every table, view and function in docs/database.md', async () => {
    const { rows } = await database.raw<{ rows: { name: string }[] }>(
      `SELECT relname AS name FROM pg_class
        WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace AND relname !~ '^knex_|_\\d{4}_'
       UNION SELECT proname FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')
       ORDER BY 1`,
    );
    const page = readFileSync(join(projectRoot, 'docs/database.md'), 'utf8');
    expect(rows.filter(({ name }) => !new RegExp(`\`${name}[(\`]`).test(page))).to.deep.equal([]);
  });
});
