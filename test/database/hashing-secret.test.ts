import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { loadHashingSecret, loadSecrets } from '../../server/kernel/security/hashing-secret.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const OLD = 'the-old-secret-0123456789abcdef-0123456789';
const NEW = 'the-new-secret-0123456789abcdef-0123456789';
const ANNOUNCED = { current: OLD, next: NEW, previous: [] };
const SWITCHED = { current: NEW, next: null, previous: [OLD] };

describe('the hashing secret of an installation', () => {
  let test: TestDatabase;
  let database: Database;

  before(async () => {
    test = await createTestDatabase({ catalogue: false });
    database = openDatabase(test.url, { name: 'test-hashing-secret', max: 5 });
  });
  after(async () => {
    await database.destroy();
    await test.drop();
  });
  afterEach(() => database('sealed_keys').delete());

  it('is generated once, by the process that starts first, and is not the application secret', async () => {
    const loaded = await Promise.all(
      Array.from({ length: 5 }, () => loadHashingSecret(database, onlyKey(OLD))),
    );
    expect(new Set(loaded).size).to.equal(1);
    expect(loaded[0])
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(OLD);
  });

  it('stays when the application secret is replaced', async () => {
    const before = (await loadSecrets(database, onlyKey(OLD))).hash('token', 'a');
    for (const ring of [ANNOUNCED, SWITCHED])
      expect((await loadSecrets(database, ring)).hash('token', 'a')).to.deep.equal(before);
  });

  it('is the application secret where it was used to hash before, also in the middle of a replacement', async () => {
    const hash = new Secrets(onlyKey(OLD)).hash('token', 'a');
    for (const ring of [onlyKey(OLD), ANNOUNCED, SWITCHED]) {
      await database('sealed_keys').delete();
      await database('sealed_keys').insert({ name: 'hashing' });
      expect((await loadSecrets(database, ring)).hash('token', 'a')).to.deep.equal(hash);
    }
  });

  it('lets nobody start with an application secret that is not the one of this database', async () => {
    await loadHashingSecret(database, onlyKey(OLD));
    const refused = await loadHashingSecret(database, onlyKey(NEW)).catch((error: Error) => error.message);
    expect(refused)
      .to.match(/^APP_SECRET is not the one/)
      .and.not.include(NEW);
  });
});
