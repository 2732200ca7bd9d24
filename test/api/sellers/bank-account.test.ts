import { expect } from 'chai';
import { pino } from 'pino';
import { sqlState } from '../../../db/unit-of-work.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { makeAccount, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type Seller, ShopPeople, tally } from '../../worlds/shop-people.ts';
import { type Authenticator, enrolAuthenticator } from '../accounts/authenticator.ts';

const PATH = '/seller/bank-account';
const FIRST = 'QA58DOHB00001234567890ABCDEFG';
const SECOND = 'QA54QNBA000000000000693123456';
const HOLDER = 'Corniche Trading W.L.L.';
const HOUR = 3_600_000;

describe("a seller's bank account", () => {
  let service: TestService;
  let people: ShopPeople;
  before(async () => {
    service = await startService({
      catalogue: false,
      env: { LIMIT_WRITE_PER_MINUTE: '100000', LIMIT_SIGN_IN_PER_15_MINUTES: '100000' },
    });
    people = await ShopPeople.meet(service);
  });
  after(() => service?.stop());

  /** An owner whose session has passed the second factor. */
  async function proven() {
    const shop = await people.shop();
    const { authenticator } = await enrolAuthenticator(shop.client);
    return { ...shop, authenticator };
  }

  const give = (client: ApiClient, version: number, iban = FIRST) =>
    client.call<Seller>('PUT', PATH, { body: { iban, accountHolder: HOLDER }, version });

  it('needs a session with a second factor, of the owner', async () => {
    const { client, seller, accountId } = await people.shop();
    const options = { body: { iban: FIRST, accountHolder: HOLDER }, version: seller.version };
    await client.refused(403, 'auth.MFA_REQUIRED', 'PUT', PATH, options);
    await enrolAuthenticator(client);
    expect((await give(client, seller.version)).status).to.equal(200);
    const account = await people.database('accounts').where({ id: accountId }).first('email');
    expect(account.email).to.be.a('string');
    const staff = await makeAccount(service, ['SELLER_STAFF']);
    const permissions = ['ORDERS', 'CATALOGUE', 'STOCK', 'SHIPPING', 'STAFF', 'FINANCE'];
    const row = { account_id: staff.accountId, seller_id: seller.id, permissions };
    await people.database('seller_staff').insert(row);
    const other = await signIn(service, staff);
    await enrolAuthenticator(other);
    await other.refused(403, 'auth.FORBIDDEN', 'PUT', PATH, options);
  });

  it('is always shown masked afterwards, in responses, audit log, notifications and the database', async () => {
    const { client, seller, accountId } = await proven();
    const { body } = await give(client, seller.version, 'qa58 dohb 0000 1234 5678 90ab cdef g');
    const masked = `QA${'*'.repeat(23)}DEFG`;
    expect(body.bankAccount.current).to.equal(null);
    expect(body.bankAccount.pending).to.include({ bankCode: 'DOHB', iban: masked, accountHolder: HOLDER });
    await service.inside.relay.drain(10_000);
    const { database } = people;
    const everywhere = JSON.stringify([
      body,
      await client.get('/seller'),
      await people.admin.get('/admin/sellers?limit=100'),
      await people.admin.get('/admin/audit-log?limit=100'),
      await people.admin.get('/admin/notifications?limit=100'),
      await client.get('/notifications'),
      await database('seller_bank_accounts'),
      await database('audit_log'),
      await database('notifications'),
      await database('outbox'),
    ]);
    expect(everywhere)
      .to.contain(masked)
      .and.not.to.match(/1234567890|567890ABCDEFG/i);
    const stored = await database('seller_bank_accounts')
      .where({ seller_id: seller.id })
      .first('id', 'iban_sealed');
    expect(service.inside.deps.secrets.open('bank-account', stored.iban_sealed, stored.id)).to.equal(FIRST);
    const notification = await database('notifications')
      .where({ account_id: accountId, kind: 'BANK_ACCOUNT_CHANGED' })
      .first();
    const ways = await database('notification_deliveries')
      .where({ notification_id: notification.id })
      .pluck('channel');
    expect(ways.sort()).to.deep.equal(['EMAIL', 'PUSH', 'SMS']);
  });

  it('does not repeat what was sent when it is not a Qatar IBAN', async () => {
    const { client, seller } = await proven();
    const options = {
      body: { iban: 'QA59DOHB00001234567890ABCDEFG', accountHolder: HOLDER },
      version: seller.version,
    };
    const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'PUT', PATH, options);
    expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).to.deep.equal(['/iban iban']);
    expect(JSON.stringify(problem)).not.to.contain('1234567890');
  });

  it('takes effect after the cooling-off period; until then the previous one remains, and one still waiting is dropped', async () => {
    const { client, seller } = await proven();
    await give(client, seller.version);
    const read = async () => (await client.get<Seller>('/seller')).bankAccount;
    service.clock.advance(72 * HOUR - 1000);
    expect((await read()).current).to.equal(null);
    service.clock.advance(1000);
    expect(await read()).to.deep.include({ pending: null });
    expect((await read()).current?.bankCode).to.equal('DOHB');
    await give(client, seller.version + 1, SECOND);
    expect([(await read()).current?.bankCode, (await read()).pending?.bankCode]).to.deep.equal([
      'DOHB',
      'QNBA',
    ]);
    // Back to the first: the second never takes effect.
    await give(client, seller.version + 2, FIRST);
    service.clock.advance(72 * HOUR);
    expect((await read()).current?.bankCode).to.equal('DOHB');
    const rows = await people.database('seller_bank_accounts').where({ seller_id: seller.id });
    expect(rows.filter(({ superseded_at: at }) => at !== null)).to.have.length(1);
    const change = people
      .database('seller_bank_accounts')
      .where({ seller_id: seller.id })
      .update({ last_four: '0000' });
    expect(await change.then(() => 'done', sqlState)).to.equal('23001');
  });

  it('prevents its owner from turning the second factor off', async () => {
    const { client, seller, authenticator } = await proven();
    await give(client, seller.version);
    await client.refused(403, 'auth.FORBIDDEN', 'POST', '/auth/mfa/disable', {
      body: { code: await authenticator.next(), currentPassword: PASSWORD },
    });
    expect((await client.get<Schema<'Account'>>('/me')).mfaEnrolled).to.equal(true);
  });

  it('is changed once by two requests at the same moment, and not by its present number', async () => {
    const { client, seller } = await proven();
    const answers = await Promise.all([give(client, seller.version), give(client, seller.version, SECOND)]);
    expect(answers.map(({ status }) => status).sort(), JSON.stringify(tally(answers))).to.deep.equal([
      200, 412,
    ]);
    const { bankAccount, version } = await client.get<Seller>('/seller');
    const same = bankAccount.pending?.bankCode === 'DOHB' ? FIRST : SECOND;
    expect((await give(client, version, same)).body).to.deep.equal(await client.get('/seller'));
    expect(await people.database('seller_bank_accounts').where({ seller_id: seller.id })).to.have.length(1);
  });
});

describe('confirming with the second factor', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_SIGN_IN_PER_15_MINUTES: '100000' } });
  });
  after(() => service?.stop());

  /** A seller with a second factor, and a later session of its without the code. */
  async function later(): Promise<{
    client: ApiClient;
    authenticator: Authenticator;
    accountId: string;
    email: string;
    codes: string[];
  }> {
    const account = await makeAccount(service, ['BUYER', 'SELLER_OWNER']);
    const { authenticator, recoveryCodes } = await enrolAuthenticator(await signIn(service, account));
    return {
      client: await signIn(service, account),
      authenticator,
      ...account,
      codes: recoveryCodes,
    };
  }
  let signedIn: Promise<ApiClient> | null = null;
  /** The administrator, of whom there is one. */
  const administrator = () => {
    signedIn ??= ShopPeople.meet(service).then((people) => people.admin);
    return signedIn;
  };
  const isUp = async (client: ApiClient) => {
    const body = { iban: FIRST, accountHolder: HOLDER };
    const { status } = await client.call('PUT', PATH, { body, version: 1 });
    return status !== 403;
  };
  const step = async (client: ApiClient, code: string) =>
    (await client.call('POST', '/auth/mfa/step-up', { body: { code } })).status;

  it('takes a code of the authenticator, once, or a recovery code, once', async () => {
    const { client, authenticator, codes } = await later();
    expect(await isUp(client)).to.equal(false);
    expect(await step(client, await authenticator.next())).to.equal(204);
    expect(await isUp(client)).to.equal(true);
    const [code = ''] = codes;
    expect([await step(client, code), await step(client, code)]).to.deep.equal([204, 401]);
  });

  it('counts wrong codes apart: no sign-in in between resets them, the fifth notifies the owner and locks codes, not passwords', async () => {
    const { client, authenticator, accountId, email, codes } = await later();
    const notified = async () => {
      await service.inside.relay.drain(10_000);
      const rows = service.inside.deps.database('notifications').where({ account_id: accountId });
      return (await rows.clone().where({ kind: 'SECOND_FACTOR_GUESSED' })).length;
    };
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(await notified()).to.equal(0);
      expect(await step(client, await authenticator.wrong())).to.equal(401);
      // With the right password and no code, as a thief who knows the password would.
      await signIn(service, { email, password: PASSWORD });
    }
    expect(await notified()).to.equal(1);
    const locked = { body: { code: await authenticator.next() } };
    const { detail } = await client.refused(423, 'auth.ACCOUNT_LOCKED', 'POST', '/auth/mfa/step-up', locked);
    expect(detail).to.match(/recovery code/);
    expect(await isUp(client)).to.equal(false);
    await signIn(service, { email, password: PASSWORD });
    expect(await step(client, codes[0] ?? '')).to.equal(204);
    // It was refused without being checked before, so it has not been used.
    expect(await step(client, locked.body.code)).to.equal(204);
  });

  it('locks for twice as long after every five more wrong codes', async () => {
    const { client, authenticator, accountId } = await later();
    const { database } = service.inside.deps;
    const waits: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 5; tries += 1) await step(client, await authenticator.wrong());
      const { rows } = await database.raw(
        'SELECT round(extract(epoch FROM locked_until - now()) / 60)::integer AS minutes FROM mfa_factors WHERE account_id = ?',
        [accountId],
      );
      waits.push(rows[0].minutes);
      await database('mfa_factors').where({ account_id: accountId }).update({ locked_until: null });
    }
    expect(waits).to.deep.equal([15, 30, 60]);
    expect(await step(client, await authenticator.next())).to.equal(204);
    const factor = await database('mfa_factors').where({ account_id: accountId }).first('failures');
    expect(factor.failures).to.equal(0);
  });

  it('is valid for ten minutes where money, roles and settings are concerned', async () => {
    const { client, authenticator, accountId } = await later();
    await step(client, await authenticator.next());
    const { database } = service.inside.deps;
    await database('sessions')
      .where({ account_id: accountId })
      .update({ mfa_at: database.raw(`now() - interval '601 seconds'`) });
    const body = { iban: FIRST, accountHolder: HOLDER };
    const problem = await client.refused(403, 'auth.MFA_REQUIRED', 'PUT', PATH, { body, version: 1 });
    expect(problem.secondFactor).to.deep.equal({ enrolled: true, maxAgeMinutes: 10 });
    await database('sessions')
      .where({ account_id: accountId })
      .update({ mfa_at: database.raw(`now() - interval '590 seconds'`) });
    expect(await isUp(client)).to.equal(true);
    const admin = await administrator();
    await database('sessions').update({ mfa_at: database.raw(`now() - interval '11 minutes'`) });
    for (const [method, path, options] of [
      ['PATCH', '/admin/settings', { body: { cutoffTime: { confirmed: true } }, version: 1 }],
      ['POST', `/admin/accounts/${accountId}/roles`, { body: { role: 'DISPATCHER' } }],
      ['DELETE', `/admin/accounts/${accountId}/roles/BUYER`, {}],
      ['POST', '/admin/payouts', { body: { sellerId: accountId } }],
    ] as const)
      await admin.refused(403, 'auth.MFA_REQUIRED', method, path, options);
    await admin.get('/admin/settings');
    await database('sessions').whereNotNull('mfa_at').update({ mfa_at: new Date() });
  });

  it('is not possible without a confirmed authenticator', async () => {
    const client = await signIn(service, await makeAccount(service, ['BUYER']));
    await client.refused(409, 'auth.MFA_NOT_STARTED', 'POST', '/auth/mfa/step-up', {
      body: { code: '123456' },
    });
  });

  it('expires for every session when the factor is turned off, which an administrator cannot do', async () => {
    const { client, authenticator, codes } = await later();
    await step(client, await authenticator.next());
    const disable = (body: object) => client.call<Problem>('POST', '/auth/mfa/disable', { body });
    const currentPassword = PASSWORD;
    const refusals = [
      await disable({ code: codes[0] }),
      await disable({ code: codes[0], currentPassword: 'not-the-password' }),
      await disable({ code: '000000', currentPassword }),
    ];
    expect(refusals.map(({ body }) => body.code)).to.deep.equal([
      'common.VALIDATION_FAILED',
      'auth.INVALID_CREDENTIALS',
      'auth.MFA_TOKEN_INVALID',
    ]);
    const off = await disable({ code: codes[0], currentPassword });
    expect(off.status).to.equal(204);
    expect(await isUp(client)).to.equal(false);
    expect((await client.get<Schema<'Account'>>('/me')).mfaEnrolled).to.equal(false);
    await enrolAuthenticator(client);
    await (await administrator()).refused(403, 'auth.FORBIDDEN', 'POST', '/auth/mfa/disable', {
      body: { code: '123456' },
    });
  });

  it('writes no account number to the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const loud = await startService({ catalogue: false, log });
    try {
      const people = await ShopPeople.meet(loud);
      const { client, seller } = await people.shop();
      await enrolAuthenticator(client);
      for (const iban of [FIRST, 'QA59DOHB00001234567890ABCDEFG'])
        await client.call('PUT', PATH, { body: { iban, accountHolder: HOLDER }, version: seller.version });
      expect(lines.length).to.be.greaterThan(0);
      expect(lines.join('')).not.to.contain('1234567890');
    } finally {
      await loud.stop();
    }
  });
});
