import { expect } from 'chai';
import { until } from '../../../scripts/shared/waiting.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import { makeAccount, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { anotherThan, codeSentTo, messagesTo } from './mailbox.ts';

type Update = Schema<'ProfileUpdate'>;
type Account = Schema<'Account'>;

const UNLIMITED = { LIMIT_SIGN_IN_PER_15_MINUTES: '100000', LIMIT_REGISTRATION_PER_15_MINUTES: '100000' };
const NEW_PASSWORD = 'lantern-oryx-saffron';

describe('one’s own profile', () => {
  let service: TestService;
  let numbers = 0;

  before(async () => {
    service = await startService({ catalogue: false, env: UNLIMITED });
  });
  after(() => service?.stop());

  const someone = async () => {
    const account = await makeAccount(service, ['BUYER']);
    return { ...account, client: await signIn(service, account) };
  };
  const next = () => {
    numbers += 1;
    return numbers;
  };
  const freshEmail = () => `moved${next()}@profile.wasl.example`;
  const freshPhone = () => `+9745550${String(next()).padStart(4, '0')}`;
  const change = (client: ApiClient, body: object) =>
    client.patch<Update>('/me', { currentPassword: PASSWORD, ...body });
  const give = async (client: ApiClient, phone: string) => {
    const { awaiting } = await change(client, { phone });
    expect(awaiting).to.deep.equal(['PHONE']);
    const code = await codeSentTo(service, { phone }, 'PHONE_VERIFICATION');
    return client.post<Account>('/auth/phone/verify', { phone, code });
  };
  const notificationTo = async (accountId: string, kind: string) => {
    const find = () => service.inside.deps.database('notifications').where({ account_id: accountId, kind });
    await until(async () => (await find()).length > 0, { failure: `${kind} was not sent` });
    const [row] = await find();
    return JSON.stringify(row.data);
  };
  const makePasswordless = (accountId: string) =>
    service.inside.deps.database('accounts').where({ id: accountId }).update({ password_hash: null });
  const ageSessions = (accountId: string) =>
    service.inside.deps
      .database('sessions')
      .where({ account_id: accountId })
      .update({ created_at: new Date(Date.now() - 11 * 60_000) });

  it('changes name and language at once, without a password', async () => {
    const { client } = await someone();
    const { account, awaiting } = await client.patch<Update>('/me', { displayName: '  نورة ', locale: 'ar' });
    expect(account).to.include({ displayName: 'نورة', locale: 'ar' });
    expect(awaiting).to.deep.equal([]);
    expect(await client.get('/me')).to.deep.equal(account);
  });

  describe('the e-mail', () => {
    it('given at registration is verified by the code that is sent without a request', async () => {
      const client = service.client();
      const email = freshEmail();
      const body = { email, password: PASSWORD, displayName: 'New', locale: 'ar' };
      client.token = (await client.post<Schema<'AuthSession'>>('/auth/register', body)).accessToken;
      const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
      const wrong = { body: { code: anotherThan(code) } };
      await client.refused(422, 'auth.CODE_INVALID', 'POST', '/auth/email/verify', wrong);
      const account = await client.post<Account>('/auth/email/verify', { code });
      expect(account).to.include({ email, verified: true, hasPassword: true });
      expect((await messagesTo(service, { email })).map((message) => message.locale)).to.deep.equal(['ar']);
    });

    it('gets a new code on request', async () => {
      const { client, email } = await someone();
      expect(await client.post('/auth/email/verification')).to.deep.equal({ expiresIn: 600 });
      const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
      expect((await client.post<Account>('/auth/email/verify', { code })).verified).to.equal(true);
    });

    it('changes when the code sent to the new one is given; the account and the former address are notified', async () => {
      const { client, accountId, email: former } = await someone();
      await service.client().post('/auth/password/forgot', { email: former });
      const link = await codeSentTo(service, { email: former }, 'PASSWORD_RESET');
      const email = freshEmail();
      const { account, awaiting } = await change(client, { email });
      expect([account.email, awaiting]).to.deep.equal([former, ['EMAIL']]);
      const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
      const changed = await client.post<Account>('/auth/email/verify', { email, code });
      expect(changed).to.include({ email, verified: true });
      // Neither message contains the whole new address.
      expect(await notificationTo(accountId, 'EMAIL_CHANGED')).to.contain('m***@profile.wasl.example');
      expect((await messagesTo(service, { email: former })).map(({ kind }) => kind)).to.include(
        'EMAIL_CHANGED',
      );
      const signed = await service
        .client()
        .call('POST', '/auth/login', { body: { email, password: PASSWORD } });
      expect(signed.status).to.equal(200);
      const body = { token: link, newPassword: NEW_PASSWORD };
      await service
        .client()
        .refused(422, 'auth.RESET_LINK_INVALID', 'POST', '/auth/password/reset', { body });
    });

    it('is reported as taken only to someone who can read it', async () => {
      const [{ client }, { email }] = [await someone(), await someone()];
      const { awaiting } = await change(client, { email });
      expect(awaiting).to.deep.equal(['EMAIL']);
      const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
      const wrong = { body: { email, code: anotherThan(code) } };
      await client.refused(422, 'auth.CODE_INVALID', 'POST', '/auth/email/verify', wrong);
      await client.refused(409, 'auth.EMAIL_TAKEN', 'POST', '/auth/email/verify', { body: { email, code } });
    });

    it('is not verified by another account’s code, or by a code for signing in', async () => {
      const [one, other] = [await someone(), await someone()];
      const email = freshEmail();
      await change(one.client, { email });
      const code = await codeSentTo(service, { email }, 'EMAIL_VERIFICATION');
      await other.client.refused(422, 'auth.CODE_INVALID', 'POST', '/auth/email/verify', {
        body: { email, code },
      });
      await service.client().post('/auth/codes', { email });
      const signInCode = await codeSentTo(service, { email }, 'SIGN_IN_CODE');
      const body = { email, code: signInCode };
      if (signInCode !== code)
        await one.client.refused(422, 'auth.CODE_INVALID', 'POST', '/auth/email/verify', { body });
    });
  });

  describe('the phone', () => {
    it('is set when its code is given, and can sign in from then on', async () => {
      const { client, accountId, email } = await someone();
      const phone = freshPhone();
      expect((await give(client, phone)).phone).to.equal(phone);
      expect(await notificationTo(accountId, 'PHONE_CHANGED')).to.contain(`***${phone.slice(-4)}`);
      await service.client().post('/auth/codes', { phone });
      const code = await codeSentTo(service, { phone }, 'SIGN_IN_CODE');
      const session = await service
        .client()
        .post<Schema<'AuthSession'>>('/auth/codes/verify', { phone, code });
      expect(session.account).to.include({ id: accountId, email, phone, hasPassword: true });
    });

    it('moves to the account that can read it now, and the former account loses it', async () => {
      const [former, owner] = [await someone(), await someone()];
      const phone = freshPhone();
      await give(former.client, phone);
      await change(owner.client, { phone });
      const code = await codeSentTo(service, { phone }, 'PHONE_VERIFICATION', 2);
      expect((await owner.client.post<Account>('/auth/phone/verify', { phone, code })).phone).to.equal(phone);
      expect((await former.client.get<Account>('/me')).phone).to.equal(null);
    });

    it('is removed at once', async () => {
      const { client } = await someone();
      const phone = freshPhone();
      await give(client, phone);
      const { account } = await change(client, { phone: null });
      expect(account.phone).to.equal(null);
    });
  });

  it('changing what lets someone sign in requires the password, and wrong ones count as at sign-in', async () => {
    const { client, email, accountId } = await someone();
    for (const body of [{ email: freshEmail() }, { phone: freshPhone() }, { phone: null }]) {
      const problem = await client.refused(422, 'common.VALIDATION_FAILED', 'PATCH', '/me', { body });
      expect(problem.errors.map(({ pointer }) => pointer)).to.deep.equal(['/currentPassword']);
    }
    const wrong = { body: { currentPassword: 'not-the-password', newPassword: NEW_PASSWORD } };
    for (let index = 0; index < 5; index += 1)
      await client.refused(401, 'auth.INVALID_CREDENTIALS', 'POST', '/me/password', wrong);
    const right = { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } };
    await client.refused(423, 'auth.ACCOUNT_LOCKED', 'POST', '/me/password', right);
    const login = await service
      .client()
      .call<Problem>('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect(login.status).to.equal(423);
    await client.get('/me');
    await notificationTo(accountId, 'ACCOUNT_LOCKED');
  });

  it('changing what lets someone sign in requires a recent sign-in when there is no password', async () => {
    const { client, accountId, email } = await someone();
    await makePasswordless(accountId);
    await ageSessions(accountId);
    for (const [method, path, body] of [
      ['PATCH', '/me', { email: freshEmail() }],
      ['POST', '/me/password', { newPassword: NEW_PASSWORD }],
    ] as const)
      await client.refused(403, 'auth.FRESH_SIGN_IN_REQUIRED', method, path, { body });
    await service.client().post('/auth/codes', { email });
    const code = await codeSentTo(service, { email }, 'SIGN_IN_CODE');
    const session = await service.client().post<Schema<'AuthSession'>>('/auth/codes/verify', { email, code });
    client.token = session.accessToken;
    await client.post('/me/password', { newPassword: NEW_PASSWORD });
    expect((await client.get<Account>('/me')).hasPassword).to.equal(true);
  });

  describe('the password', () => {
    it('is changed with the present one; other sessions and open links end, this session goes on, the owner is notified', async () => {
      const account = await someone();
      const { client, email, accountId } = account;
      const elsewhere = await signIn(service, account);
      await service.client().post('/auth/password/forgot', { email });
      const link = await codeSentTo(service, { email }, 'PASSWORD_RESET');
      await client.post('/me/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
      await client.get('/me');
      await elsewhere.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
      const body = { token: link, newPassword: 'saffron-oryx-lantern' };
      await service
        .client()
        .refused(422, 'auth.RESET_LINK_INVALID', 'POST', '/auth/password/reset', { body });
      const login = (password: string) =>
        service.client().call('POST', '/auth/login', { body: { email, password } });
      expect((await login(PASSWORD)).status).to.equal(401);
      expect((await login(NEW_PASSWORD)).status).to.equal(200);
      await notificationTo(accountId, 'PASSWORD_CHANGED');
    });

    it('changed by two requests at once is changed by one of them', async () => {
      const { client } = await someone();
      const answers = await Promise.all(
        ['saffron-oryx-one', 'saffron-oryx-two'].map((newPassword) =>
          client.call<Problem>('POST', '/me/password', { body: { currentPassword: PASSWORD, newPassword } }),
        ),
      );
      const outcomes = answers.map(({ status, body }) => (status === 204 ? 'changed' : body.code));
      expect(outcomes).to.include('changed');
      // The second may have come after the first had committed, when its present password was already the former one.
      expect(['common.CONFLICT', 'auth.INVALID_CREDENTIALS']).to.include(
        outcomes.find((outcome) => outcome !== 'changed'),
      );
    });
  });
});
