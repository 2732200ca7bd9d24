import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { insertAccount } from '../../server/accounts/account-store.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const EMAIL = 'noora.private@test.wasl.example';

describe('an error of the database in the log', () => {
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

  async function logged(work: () => PromiseLike<unknown>): Promise<string> {
    let text = '';
    const log = createLogger('debug', 'test', { write: (line) => (text = text.concat(line)) });
    const error: unknown = await Promise.resolve(work()).then(
      () => new Error('nothing failed'),
      (thrown: unknown) => thrown,
    );
    log.error({ err: error }, 'request failed');
    return text;
  }

  const insert = (id: string) =>
    insertAccount(database, {
      id,
      email: EMAIL,
      displayName: 'Noora',
      locale: 'en',
      passwordHash: null,
      phone: null,
      verifiedAt: null,
      isDemo: false,
      isSuperAdmin: false,
    });

  it('names what failed, without the values', async () => {
    await insert('019c4690-1357-7f25-91bd-637adc78a147');
    const text = await logged(() => insert('019c4690-1357-7f25-91bd-637adc78a148'));
    expect(text).to.contain('accounts_email');
    expect(text).not.to.contain(EMAIL);
  });

  it('does not contain the parameters of raw SQL either', async () => {
    const text = await logged(() =>
      database.raw('UPDATE accounts SET locale = ? WHERE email = ?', ['tlh', EMAIL]),
    );
    expect(text).to.contain('"errorCode":"23514"');
    expect(text).not.to.contain(EMAIL);
  });
});
