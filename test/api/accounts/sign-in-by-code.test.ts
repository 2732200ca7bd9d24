import { expect } from 'chai';
import { generate } from 'otplib';
import { spy } from 'sinon';
import { until } from '../../../scripts/shared/waiting.ts';
import { purgeCodeGuards, purgeCodes } from '../../../server/accounts/one-time-code-store.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { makeAccount, makeAdministrator, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { anotherThan, codeSentTo, letTimePass, messagesTo } from './mailbox.ts';

type AuthSession = Schema<'AuthSession'>;
type Outcome = AuthSession & Problem;

const UNLIMITED = { LIMIT_SIGN_IN_PER_15_MINUTES: '100000', LIMIT_REGISTRATION_PER_15_MINUTES: '100000' };

describe('signing in by code', () => {
  let service: TestService;
  let people = 0;

  before(async () => {
    service = await startService({ catalogue: false, env: UNLIMITED });
  });
  after(() => service?.stop());

  const fresh = () => {
    people += 1;
    return `reader${people}@codes.wasl.example`;
  };
  const ask = (to: object, client = service.client()) =>
    client.call<Problem>('POST', '/auth/codes', { body: to });
  const verify = (body: object, client = service.client()) =>
    client.call<Outcome>('POST', '/auth/codes/verify', { body });
  const codeFor = async (email: string, count = 1) => {
    expect((await ask({ email })).status).to.equal(202);
    return codeSentTo(service, { email }, 'SIGN_IN_CODE', count);
  };
  const verified = (accountId: string) =>
    service.inside.deps.database('accounts').where({ id: accountId }).update({ verified_at: new Date() });
  const as = (session: AuthSession): ApiClient => {
    const client = service.client();
    client.token = session.accessToken;
    return client;
  };

  describe('an e-mail that no account has', () => {
    it('gets an account without a password once its code is given', async () => {
      const email = fresh();
      const code = await codeFor(email);
      expect(code).to.match(/^\d{6}$/);
      const { status, body } = await verify({ email, code, displayName: 'Noora', locale: 'ar' });
      expect(status).to.equal(200);
      expect(body.account).to.include({
        email,
        displayName: 'Noora',
        locale: 'ar',
        verified: true,
        hasPassword: false,
      });
      expect(body.account.roles).to.deep.equal(['BUYER']);
      expect(await as(body).get('/me')).to.deep.equal(body.account);
      const login = await service
        .client()
        .call<Problem>('POST', '/auth/login', { body: { email, password: PASSWORD } });
      expect(login.body.code).to.equal('auth.INVALID_CREDENTIALS');
    });

    it('gets an account named after the part before the @ when no name is sent', async () => {
      const email = fresh();
      const { body } = await verify({ email, code: await codeFor(email) });
      expect(body.account.displayName).to.equal(email.split('@')[0]);
    });

    it('gets one account, even if several of its codes are given at once', async () => {
      const email = fresh();
      const first = await codeFor(email);
      const second = await codeFor(email, 2);
      const outcomes = await Promise.all(
        [first, second, first, second, first, second].map((code) =>
          verify({ email: email.toUpperCase(), code }),
        ),
      );
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal([200, 422, 422, 422, 422, 422]);
      expect(
        await service.inside.deps.database('accounts').whereRaw('lower(email) = ?', [email]),
      ).to.have.lengthOf(1);
    });

    it('gets no account on a console that is not for buyers, and the code remains valid', async () => {
      const email = fresh();
      const code = await codeFor(email);
      const console = { 'X-Wasl-Surface': 'dispatch', Origin: service.url };
      const refused = await service.client().call<Problem>('POST', '/auth/codes/verify', {
        body: { email, code },
        headers: console,
      });
      expect(refused.body.code).to.equal('auth.SURFACE_REFUSED');
      expect(await service.inside.deps.database('accounts').where({ email })).to.deep.equal([]);
      expect((await verify({ email, code })).status).to.equal(200);
    });
  });

  describe('a sign-in code', () => {
    it('works once, and is erased from the stored messages', async () => {
      const email = fresh();
      const code = await codeFor(email);
      expect((await verify({ email, code })).status).to.equal(200);
      expect((await verify({ email, code })).body.code).to.equal('auth.CODE_INVALID');
      expect((await messagesTo(service, { email })).map((message) => message.code)).to.deep.equal([null]);
    });

    it('expires after 10 minutes', async () => {
      const email = fresh();
      const code = await codeFor(email);
      await letTimePass(service, '10 minutes');
      expect((await verify({ email, code })).body.code).to.equal('auth.CODE_INVALID');
    });

    it('is valid for its own address alone', async () => {
      const [one, other] = [fresh(), fresh()];
      const code = await codeFor(one);
      await codeFor(other);
      const { body } = await verify({ email: other, code });
      // In one of a million runs both addresses are sent the same code.
      expect(body.code).to.equal('auth.CODE_INVALID');
    });

    it('needs an e-mail or a phone, and not both', async () => {
      for (const to of [{}, { email: fresh(), phone: '+97455500001' }]) {
        expect((await ask(to)).body.code).to.equal('common.VALIDATION_FAILED');
        expect((await verify({ ...to, code: '123456' })).body.code).to.equal('common.VALIDATION_FAILED');
      }
    });
  });

  describe('an account that signs in by code', () => {
    it('may have a password as well, and gets the code in its own language', async () => {
      const { accountId, email } = await makeAccount(service, ['BUYER']);
      await service.inside.deps
        .database('accounts')
        .where({ id: accountId })
        .update({ locale: 'ar', verified_at: new Date() });
      const code = await codeFor(email);
      expect((await messagesTo(service, { email }))[0]?.locale).to.equal('ar');
      const { body } = await verify({ email, code });
      expect(body.account.id).to.equal(accountId);
      expect(body.account.hasPassword).to.equal(true);
      expect(
        (await service.client().call('POST', '/auth/login', { body: { email, password: PASSWORD } })).status,
      ).to.equal(200);
    });

    it('belongs to the reader of its e-mail from then on, even if a stranger registered it', async () => {
      const stranger = await makeAccount(service, ['BUYER']);
      const inside = await signIn(service, stranger);
      const { email, password, accountId } = stranger;
      const { body } = await verify({ email, code: await codeFor(email) });
      expect(body.account).to.include({ id: accountId, verified: true, hasPassword: false });
      await inside.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
      await service
        .client()
        .refused(401, 'auth.INVALID_CREDENTIALS', 'POST', '/auth/login', { body: { email, password } });
      await as(body).get('/me');
      await untilNotified(accountId, 'PASSWORD_CHANGED');
    });

    it('is unlocked', async () => {
      const { accountId, email } = await makeAccount(service, ['BUYER']);
      await verified(accountId);
      const login = (password: string) =>
        service.client().call<Problem>('POST', '/auth/login', { body: { email, password } });
      for (let index = 0; index < 5; index += 1) await login('not-the-password');
      expect((await login(PASSWORD)).status).to.equal(423);
      await untilNotified(accountId, 'ACCOUNT_LOCKED');
      expect((await verify({ email, code: await codeFor(email) })).status).to.equal(200);
      expect((await login(PASSWORD)).status).to.equal(200);
    });

    it('of an administrator also needs the second factor, and the code remains valid meanwhile', async () => {
      const { email, authenticatorKey, accountId } = await makeAdministrator(service);
      await verified(accountId);
      const code = await codeFor(email);
      expect((await verify({ email, code })).body.code).to.equal('auth.MFA_TOKEN_REQUIRED');
      expect((await verify({ email, code, mfaToken: '000000' })).body.code).to.equal(
        'auth.MFA_TOKEN_INVALID',
      );
      const mfaToken = await generate({ secret: authenticatorKey });
      const { body } = await verify({ email, code, mfaToken });
      await as(body).get('/admin/accounts');
    });

    it('that is disabled is reported so only to the reader of the code, and cannot sign in', async () => {
      const { accountId, email } = await makeAccount(service, ['BUYER']);
      const code = await codeFor(email);
      await service.inside.deps.database('accounts').where({ id: accountId }).update({ status: 'DISABLED' });
      expect((await verify({ email, code: anotherThan(code) })).body.code).to.equal('auth.CODE_INVALID');
      expect((await verify({ email, code })).body.code).to.equal('auth.ACCOUNT_DISABLED');
    });
  });

  describe('guessing a code', () => {
    const guess = async (email: string, times: number, ...right: string[]) => {
      for (let index = 0; index < times; index += 1)
        expect((await verify({ email, code: anotherThan(...right) })).body.code).to.equal(
          'auth.CODE_INVALID',
        );
    };

    it('five times wrong voids all codes that the address was sent; a later code works', async () => {
      const email = fresh();
      const codes = [await codeFor(email)];
      await guess(email, 3, ...codes);
      codes.unshift(await codeFor(email, 2));
      await guess(email, 2, ...codes);
      for (const code of codes)
        expect((await verify({ email, code })).body.code).to.equal('auth.CODE_INVALID');
      expect((await messagesTo(service, { email })).map(({ code }) => code)).to.deep.equal([null, null]);
      expect((await verify({ email, code: await codeFor(email, 3) })).status).to.equal(200);
    });

    it('counts each of several simultaneous attempts, so the right code passes before the fifth or not at all', async () => {
      const email = fresh();
      const code = await codeFor(email);
      await Promise.all(Array.from({ length: 12 }, () => verify({ email, code: anotherThan(code) })));
      expect((await verify({ email, code })).body.code).to.equal('auth.CODE_INVALID');
    });

    it('fifteen times wrong in a day, over any number of codes, voids all codes for the rest of the day', async () => {
      const email = fresh();
      for (let round = 1; round <= 3; round += 1) await guess(email, 5, await codeFor(email, round));
      await letTimePass(service, '2 hours');
      const late = await codeFor(email, 4);
      expect((await verify({ email, code: late })).body.code).to.equal('auth.CODE_INVALID');
      await letTimePass(service, '23 hours');
      expect((await verify({ email, code: await codeFor(email, 5) })).status).to.equal(200);
    });

    it('cannot use up the attempts of an address that has not requested a code', async () => {
      const email = fresh();
      await guess(email, 20);
      expect((await verify({ email, code: await codeFor(email) })).status).to.equal(200);
    });
  });

  describe('requesting a code', () => {
    it('succeeds three times in a row from any address, then once in 10 minutes: some code is valid at any time', async () => {
      const known = await makeAccount(service, ['BUYER']);
      for (const email of [known.email, fresh()]) {
        const spellings = [email, email.toUpperCase(), email];
        for (const spelling of spellings) expect((await ask({ email: spelling })).status).to.equal(202);
        const refused = await ask({ email });
        expect([refused.status, refused.body.code]).to.deep.equal([429, 'common.RATE_LIMITED']);
        expect(Number(refused.headers.get('retry-after'))).to.be.within(590, 600);
        await letTimePass(service, '10 minutes');
        expect((await ask({ email })).status).to.equal(202);
        expect((await ask({ email })).status).to.equal(429);
      }
    });

    it('succeeds three times out of ten at once', async () => {
      const email = fresh();
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ email })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).to.deep.equal([...Array<number>(3).fill(202), ...Array<number>(7).fill(429)]);
    });

    it('creates one code, however often its effect is delivered', async () => {
      const { relay } = service.inside;
      const email = fresh();
      const deliver = spy(relay, 'deliver');
      try {
        await codeFor(email);
        const [row] = deliver.firstCall.args;
        expect(JSON.stringify(row)).to.include(email);
        await relay.deliver(row);
      } finally {
        deliver.restore();
      }
      expect(await messagesTo(service, { email })).to.have.lengthOf(1);
    });

    it('for a phone that no account has sends nothing, and gets the same response', async () => {
      const answer = await ask({ phone: '+97455500099' });
      expect([answer.status, answer.body]).to.deep.equal([202, { expiresIn: 600 }]);
      await service.inside.relay.drain(5_000);
      expect(await messagesTo(service, { phone: '+97455500099' })).to.deep.equal([]);
    });
  });

  it('leaves no rows for long: the worker deletes what expired two days ago, in batches', async () => {
    const { database } = service.inside.deps;
    for (let index = 0; index < 3; index += 1) await codeFor(fresh());
    await letTimePass(service, '3 days');
    await database.raw(`UPDATE code_guards SET updated_at = updated_at - interval '3 days'`);
    const recent = fresh();
    const code = await codeFor(recent);
    const old = { codes: await rows('one_time_codes'), guards: await rows('code_guards') };
    expect([await purgeCodes(database, 2), await purgeCodeGuards(database, 2)]).to.deep.equal([2, 2]);
    await purgeCodes(database, 10_000);
    await purgeCodeGuards(database, 10_000);
    expect(old.codes).to.be.greaterThan(3);
    expect([await rows('one_time_codes'), await rows('code_guards')]).to.deep.equal([1, 1]);
    expect((await verify({ email: recent, code })).status).to.equal(200);
  });

  async function rows(table: string): Promise<number> {
    return Number((await service.inside.deps.database(table).count())[0]?.count);
  }

  async function untilNotified(accountId: string, kind: string): Promise<void> {
    const find = () => service.inside.deps.database('notifications').where({ account_id: accountId, kind });
    await until(async () => (await find()).length > 0, { failure: `${kind} was not sent` });
  }
});
