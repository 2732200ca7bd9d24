import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import {
  dropHashingSecret,
  type HashingStep,
  hashingStep,
  replaceHashingSecret,
} from '../../scripts/keys/hashing-steps.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { loadHashingSecrets, loadSecrets } from '../../server/kernel/security/hashing-secret.ts';
import { resealColumn } from '../../server/kernel/security/reseal.ts';
import { sealedKeys } from '../../server/kernel/security/sealed-key-store.ts';
import { type HashingSecrets, Secrets } from '../../server/kernel/security/secrets.ts';
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
      Array.from({ length: 5 }, () => loadHashingSecrets(database, onlyKey(OLD))),
    );
    const [{ current }] = loaded as [HashingSecrets];
    expect(new Set(loaded.map((each) => each.current)).size).to.equal(1);
    expect(loaded.map(({ others, lasting }) => [...others, lasting])).to.deep.equal(
      loaded.map(() => [current]),
    );
    expect(current)
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

  describe('that is replaced', () => {
    const load = () => loadSecrets(database, onlyKey(OLD));
    const replace = async () => replaceHashingSecret({ database, secrets: await load() });

    it('is accepted before it is used, and after it was, in neighbouring steps', async () => {
      const reached: [HashingStep, Secrets][] = [['one', await load()]];
      for (let count = 0; count < 3; count += 1) reached.push([await replace(), await load()]);
      expect(reached.map(([step]) => step)).to.deep.equal(['one', 'announced', 'switched', 'kept']);
      const all = reached.map(([, secrets]) => secrets);
      for (const [place, secrets] of all.entries())
        for (const neighbour of all.slice(Math.max(0, place - 1), place + 2)) {
          expect(neighbour.isHash(secrets.hash('token', 'a'), 'token', 'a')).to.equal(true);
          expect(neighbour.isHash(secrets.hash('token', 'a'), 'token', 'b')).to.equal(false);
          expect(neighbour.isHash(secrets.hash('token', 'a'), 'device-token', 'a')).to.equal(false);
          expect(
            neighbour.hashes('token', 'a').some((hash) => hash.equals(secrets.hash('token', 'a'))),
          ).to.equal(true);
        }
      const [one, , switched] = all as [Secrets, Secrets, Secrets];
      expect(switched.hash('token', 'a')).to.not.deep.equal(one.hash('token', 'a'));
    });

    it('leaves hashes of requests as they are, also after several times', async () => {
      const first = (await load()).lastingHash('request', 'POST', '/orders');
      for (let times = 0; times < 2; times += 1) {
        for (let step = 0; step < 3; step += 1) await replace();
        await dropHashingSecret({ database });
        expect((await load()).lastingHash('request', 'POST', '/orders')).to.deep.equal(first);
      }
    });

    it('is sealed again with every other key when the application secret is replaced', async () => {
      for (let step = 0; step < 3; step += 1) await replace();
      const before = await load();
      const secrets = await loadSecrets(database, SWITCHED);
      await resealColumn(database, secrets, sealedKeys);
      const after = await loadSecrets(database, onlyKey(NEW));
      expect(after.hashes('token', 'a')).to.deep.equal(before.hashes('token', 'a'));
      expect(after.lastingHash('request', 'a')).to.deep.equal(before.lastingHash('request', 'a'));
    });

    it('is not accepted once it is dropped, and cannot be dropped while it is used', async () => {
      const former = (await load()).hash('token', 'a');
      for (const _step of ['announced', 'switched']) {
        await replace();
        const refused = await dropHashingSecret({ database }).catch((error: Error) => error.message);
        expect(refused).to.match(/still used/);
      }
      await replace();
      await dropHashingSecret({ database });
      const after = await load();
      expect(after.isHash(former, 'token', 'a')).to.equal(false);
      expect(await hashingStep(database)).to.equal('one');
    });

    it('is made once, though two commands begin at the same moment', async () => {
      const secrets = await load();
      const steps = await Promise.all([1, 2].map(() => replaceHashingSecret({ database, secrets })));
      // One after the other: the second one took the second step.
      expect(steps).to.include('switched');
      expect((await load()).hashers).to.have.length(2);
    });
  });

  it('lets nobody start with an application secret that is not the one of this database', async () => {
    await loadHashingSecrets(database, onlyKey(OLD));
    const refused = await loadHashingSecrets(database, onlyKey(NEW)).catch((error: Error) => error.message);
    expect(refused)
      .to.match(/^APP_SECRET is not the one/)
      .and.not.include(NEW);
  });
});
