import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../db/database.ts';
import { readOrphans, UNCHECKED_REFERENCES } from '../../db/stores/reference-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('references without a foreign key', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 2 });
  });

  after(async () => {
    await database.destroy();
    await testDatabase.drop();
  });

  it('are the listed ones, and no foreign key checks them as well', async () => {
    const { rows } = await database.raw<{ rows: { named: string }[] }>(
      `SELECT conrelid::regclass || '.' || a.attname AS named
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
        WHERE c.contype = 'f'`,
    );
    const checked = new Set(rows.map(({ named }) => named));
    const twice = UNCHECKED_REFERENCES.filter(({ table, column }) => checked.has(`${table}.${column}`));
    expect(twice).to.deep.equal([]);
  });

  it('are found where they lead nowhere', async () => {
    expect(await readOrphans(database)).to.deep.equal([]);
    const lost = { notification_id: uuidv7(), status: 'QUEUED' };
    await database('notification_deliveries').insert([
      { ...lost, channel: 'EMAIL' },
      { ...lost, channel: 'SMS' },
    ]);
    expect(await readOrphans(database)).to.deep.equal([
      { table: 'notification_deliveries', column: 'notification_id', parent: 'notifications', rows: 2 },
    ]);
  });
});
