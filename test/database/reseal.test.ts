import { createCipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { type Database, openDatabase } from '../../db/database.ts';
import { projectRoot } from '../../db/root.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { createAccount } from '../../server/accounts/create-account.ts';
import { allSealedColumns } from '../../server/compose/sealed-columns.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { loadSecrets } from '../../server/kernel/security/hashing-secret.ts';
import { countOutdated, resealColumn } from '../../server/kernel/security/reseal.ts';
import type { SealPurpose, Secrets } from '../../server/kernel/security/secrets.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const OLD = 'the-old-secret-0123456789abcdef-0123456789';
const NEW = 'the-new-secret-0123456789abcdef-0123456789';

/** As sealed values were before they named their key. */
function sealedWithoutName(purpose: SealPurpose, text: string, boundTo: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', OLD, 'wasl', `seal:${purpose}`, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

describe('stored values that are sealed again', () => {
  let test: TestDatabase;
  let database: Database;
  let before: Secrets;
  let after: Secrets;

  beforeEach(async () => {
    test = await createTestDatabase({ catalogue: false });
    database = openDatabase(test.url, { name: 'test-reseal', max: 6 });
    before = await loadSecrets(database, onlyKey(OLD));
    after = await loadSecrets(database, { current: NEW, next: null, previous: [OLD] });
  });
  afterEach(async () => {
    await database.destroy();
    await test.drop();
  });

  const account = (index: number) =>
    inTransaction(database, (trx) =>
      createAccount(
        trx,
        { next: () => uuidv7() },
        {
          ...{ email: `one-${index}@test.example`, displayName: 'One', locale: 'en', passwordHash: null },
          ...{ roles: ['BUYER'], verified: true },
        },
      ),
    );

  async function factor(index: number, secret: Buffer | null = null): Promise<string> {
    const accountId = await account(index);
    await database('mfa_factors').insert({
      account_id: accountId,
      secret: secret ?? before.seal('mfa-secret', `key ${index}`, accountId),
    });
    return accountId;
  }

  async function shopOf(owner: string): Promise<string> {
    const { id: plan } = await database('commission_plans').first('id');
    const id = randomUUID();
    await database('sellers').insert({
      ...{ id, legal_name: 'Shop', display_name_en: 'Shop', display_name_ar: 'متجر', status: 'ACTIVE' },
      ...{ owner_account_id: owner, commission_plan_id: plan },
    });
    return id;
  }

  async function resealAll(): Promise<Record<string, number>> {
    const done: Record<string, number> = {};
    for (const column of allSealedColumns) {
      const { resealed, unreadable } = await resealColumn(database, after, column);
      expect(unreadable, column.name).to.deep.equal([]);
      done[column.name] = resealed;
    }
    return done;
  }

  it('are all that the schema has', () => {
    const schema = readFileSync(join(projectRoot, 'db/schema.sql'), 'utf8');
    const columns = [...schema.matchAll(/^CREATE TABLE (\w+) \((.*?)^\);/gms)].flatMap(
      ([, table, body = '']) =>
        [...body.matchAll(/^ {2}(\w*(?:sealed|secret)\w*) +bytea/gm)].map(
          ([, column]) => `${table}.${column}`,
        ),
    );
    expect(allSealedColumns.map(({ name }) => name)).to.have.members(columns);
  });

  it('open with the new secret alone afterwards: factors, bank accounts, codes, webhooks, the hashing secret', async () => {
    const owner = await factor(1);
    const next = before.seal('mfa-secret', 'next key', owner);
    await database('mfa_factors').where({ account_id: owner }).update({ next_secret: next });
    const old = await factor(2, sealedWithoutName('mfa-secret', 'key 2', randomUUID()));
    await database('mfa_factors')
      .where({ account_id: old })
      .update({ secret: sealedWithoutName('mfa-secret', 'key 2', old) });
    const sellerId = await shopOf(owner);
    const ibans = [uuidv7(), uuidv7()];
    for (const [index, id] of ibans.entries())
      await database('seller_bank_accounts').insert({
        ...{ id, seller_id: sellerId, account_holder: 'One', bank_code: 'DOHB', last_four: '0001' },
        ...{ iban_sealed: before.seal('bank-account', `iban ${index}`, id) },
        ...{ created_by: owner, created_at: new Date(0), usable_from: new Date(1000) },
        ...(index === 0 ? { superseded_at: new Date(10) } : {}),
      });
    const [endpoint, hook] = [randomUUID(), randomUUID()];
    await database('webhook_endpoints').insert({
      ...{ id: endpoint, seller_id: sellerId, url: 'https://erp.test.example', kinds: ['order.placed'] },
      created_by: owner,
    });
    await database('webhook_secrets').insert({
      ...{ id: hook, endpoint_id: endpoint, sealed: before.seal('webhook-secret', 'whsec_1', hook) },
    });
    const messages = [
      ['SIGN_IN_CODE', 'one-time-code'],
      ['STAFF_INVITATION', 'staff-invitation'],
      ['DELIVERY_CODE', 'delivery-code'],
    ] as const;
    const subjects = messages.map(() => randomUUID());
    for (const [index, [kind, purpose]] of messages.entries())
      await database('notifications').insert({
        ...{ id: uuidv7(), event_key: `key-${index}`, recipient_email: 'a@test.example', kind },
        ...{
          title_en: '',
          title_ar: '',
          body_en: '',
          body_ar: '',
          source_version: 1,
          created_at: new Date(),
        },
        ...{ data: JSON.stringify({ codeId: subjects[index] }), sealed_until: new Date(Date.now() + 60_000) },
        ...{
          sealed: before.seal(purpose, `text ${index}`, subjects[index] ?? ''),
          sealed_for: subjects[index],
        },
      });

    expect(await countOutdated(database, after, allSealedColumns)).to.have.length(6);
    expect(await resealAll()).to.deep.equal({
      'sealed_keys.sealed': 1,
      'mfa_factors.secret': 2,
      'mfa_factors.next_secret': 1,
      'seller_bank_accounts.iban_sealed': 2,
      'notifications.sealed': 3,
      'webhook_secrets.sealed': 1,
    });
    expect(await countOutdated(database, after, allSealedColumns)).to.deep.equal([]);

    const alone = await loadSecrets(database, onlyKey(NEW));
    expect(alone.hash('token', 'a')).to.deep.equal(before.hash('token', 'a'));
    const factors = await database('mfa_factors').select('account_id', 'secret', 'next_secret');
    for (const row of factors)
      expect(alone.open('mfa-secret', row.secret, row.account_id)).to.equal(
        row.account_id === owner ? 'key 1' : 'key 2',
      );
    const replacing = factors.find(({ account_id }) => account_id === owner)?.next_secret;
    expect(alone.open('mfa-secret', replacing, owner)).to.equal('next key');
    for (const [index, id] of ibans.entries()) {
      const { iban_sealed } = await database('seller_bank_accounts').where({ id }).first('iban_sealed');
      expect(alone.open('bank-account', iban_sealed, id)).to.equal(`iban ${index}`);
    }
    for (const [index, [, purpose]] of messages.entries()) {
      const subject = subjects[index] ?? '';
      const { sealed } = await database('notifications').where({ sealed_for: subject }).first('sealed');
      expect(alone.open(purpose, sealed, subject)).to.equal(`text ${index}`);
    }
    const { sealed: hooked } = await database('webhook_secrets').where({ id: hook }).first('sealed');
    expect(alone.open('webhook-secret', hooked, hook)).to.equal('whsec_1');
    // Repeating changes nothing.
    expect(Object.values(await resealAll())).to.deep.equal([0, 0, 0, 0, 0, 0]);
  });

  it('keep what is written meanwhile, and are found when a process that still uses the old secret writes them', async () => {
    const [column] = allSealedColumns.filter(({ name }) => name === 'mfa_factors.secret');
    if (column === undefined) throw new Error('no such column');
    const accountId = await factor(1);
    const changed = before.seal('mfa-secret', 'changed', accountId);
    const racing = {
      ...column,
      replace: async (...given: Parameters<typeof column.replace>) => {
        await database('mfa_factors').where({ account_id: accountId }).update({ secret: changed });
        return column.replace(...given);
      },
    };
    expect((await resealColumn(database, after, racing)).resealed).to.equal(0);
    const { secret } = await database('mfa_factors').where({ account_id: accountId }).first('secret');
    expect(secret).to.deep.equal(changed);
    expect(await countOutdated(database, after, [column])).to.have.length(1);
    expect((await resealColumn(database, after, column)).resealed).to.equal(1);
  });

  it('go on where it was stopped, past one that no accepted secret opens', async () => {
    const [column] = allSealedColumns.filter(({ name }) => name === 'mfa_factors.secret');
    if (column === undefined) throw new Error('no such column');
    for (let index = 0; index < 6; index += 1) await factor(index);
    const broken = await factor(6, randomBytes(60));
    let left = 3;
    const stopped = {
      ...column,
      replace: (...given: Parameters<typeof column.replace>) => {
        left -= 1;
        if (left < 0) throw new Error('stopped');
        return column.replace(...given);
      },
    };
    const stop = await resealColumn(database, after, stopped).catch((error: Error) => error.message);
    expect(stop).to.equal('stopped');
    expect(await resealColumn(database, after, column)).to.deep.equal({
      ...{ column: column.name, resealed: 3 },
      unreadable: [broken],
    });
  });

  it('are the only change that a bank account allows, and only to who says so', async () => {
    const owner = await account(1);
    const sellerId = await shopOf(owner);
    const id = uuidv7();
    await database('seller_bank_accounts').insert({
      ...{ id, seller_id: sellerId, account_holder: 'One', bank_code: 'DOHB', last_four: '0001' },
      ...{ iban_sealed: before.seal('bank-account', 'iban', id) },
      ...{ created_by: owner, created_at: new Date(0), usable_from: new Date(1000) },
    });
    const refused = async (work: Promise<unknown>) =>
      expect(
        await work.then(
          () => null,
          (error: { code?: string }) => error.code,
        ),
      ).to.equal('23001');
    await refused(
      database('seller_bank_accounts')
        .where({ id })
        .update({ iban_sealed: Buffer.alloc(40) }),
    );
    await refused(
      database.transaction(async (trx) => {
        await trx.raw(`SELECT set_config('wasl.resealing', 'on', true)`);
        await trx('seller_bank_accounts').where({ id }).update({ account_holder: 'Another' });
      }),
    );
  });
});
