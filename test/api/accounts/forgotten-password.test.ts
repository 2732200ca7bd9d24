import { expect } from 'chai';
import { generate } from 'otplib';
import { until } from '../../../scripts/shared/waiting.ts';
import type { Problem, Schema } from '../../support/api-client.ts';
import { makeAccount, makeAdministrator, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { codeSentTo, letTimePass, messagesTo } from './mailbox.ts';

const UNLIMITED = { LIMIT_SIGN_IN_PER_15_MINUTES: '100000', LIMIT_REGISTRATION_PER_15_MINUTES: '100000' };
const NEW_PASSWORD = 'lantern-oryx-saffron';

describe('a forgotten password', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false, env: UNLIMITED });
  });
  after(() => service?.stop());

  const forgot = (email: string) =>
    service.client().call<Problem>('POST', '/auth/password/forgot', { body: { email } });
  const reset = (token: string, newPassword = NEW_PASSWORD) =>
    service.client().call<Problem>('POST', '/auth/password/reset', { body: { token, newPassword } });
  const login = (email: string, password: string, mfaToken?: string) =>
    service.client().call<Schema<'AuthSession'> & Problem>('POST', '/auth/login', {
      body: { email, password, ...(mfaToken === undefined ? {} : { mfaToken }) },
    });
  const linkFor = async (email: string, count = 1) => {
    expect((await forgot(email)).status).to.equal(202);
    return codeSentTo(service, { email }, 'PASSWORD_RESET', count);
  };
  const notificationsTo = async (accountId: string) => {
    const find = () =>
      service.inside.deps
        .database('notifications')
        .where({ account_id: accountId, kind: 'PASSWORD_CHANGED' });
    await until(async () => (await find()).length > 0, { failure: 'the owner was not notified' });
    return find();
  };

  it('is replaced by the link sent by e-mail; all sessions end, and the owner is notified', async () => {
    const account = await makeAccount(service, ['BUYER']);
    const { email, accountId } = account;
    const inside = await signIn(service, account);
    const token = await linkFor(email);
    expect(token).to.match(/^rp_[\w-]{43}$/);
    await inside.get('/me');
    expect((await reset(token)).status).to.equal(204);
    await inside.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
    expect((await login(email, PASSWORD)).body.code).to.equal('auth.INVALID_CREDENTIALS');
    const { body } = await login(email, NEW_PASSWORD);
    expect(body.account).to.include({ id: accountId, verified: true, hasPassword: true });
    expect(await notificationsTo(accountId)).to.have.lengthOf(1);
    expect((await messagesTo(service, { email })).map(({ code }) => code)).to.deep.equal([null]);
  });

  it('leads back to the console where it was requested', async () => {
    const { email } = await makeAccount(service, ['DRIVER']);
    const headers = { 'X-Wasl-Surface': 'driver', Origin: service.url };
    const options = { body: { email }, headers };
    expect((await service.client().call('POST', '/auth/password/forgot', options)).status).to.equal(202);
    await codeSentTo(service, { email }, 'PASSWORD_RESET');
    const find = service.inside.deps.database('notifications').where({ recipient_email: email });
    expect(await find.pluck('data')).to.deep.equal([{ surface: 'driver' }]);
  });

  it('leaves no session to someone who signs in with the former one at the same moment', async () => {
    for (let round = 0; round < 2; round += 1) {
      const { email } = await makeAccount(service, ['BUYER']);
      const token = await linkFor(email);
      const [set, ...signIns] = await Promise.all([
        reset(token),
        ...Array.from({ length: 6 }, () => login(email, PASSWORD)),
      ]);
      expect(set?.status).to.equal(204);
      for (const { status, body } of signIns) {
        if (status !== 200) continue;
        const client = service.client();
        client.token = (body as Schema<'AuthSession'>).accessToken;
        await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
      }
    }
  });

  it('ends a lock when it is replaced', async () => {
    const { email } = await makeAccount(service, ['BUYER']);
    for (let index = 0; index < 5; index += 1) await login(email, 'not-the-password');
    expect((await login(email, PASSWORD)).status).to.equal(423);
    await reset(await linkFor(email));
    expect((await login(email, NEW_PASSWORD)).status).to.equal(200);
  });

  it('leaves an administrator’s second factor as it is when it is replaced', async () => {
    const { email, authenticatorKey } = await makeAdministrator(service);
    await reset(await linkFor(email));
    expect((await login(email, NEW_PASSWORD)).body.code).to.equal('auth.MFA_TOKEN_REQUIRED');
    const mfaToken = await generate({ secret: authenticatorKey });
    expect((await login(email, NEW_PASSWORD, mfaToken)).status).to.equal(200);
  });

  describe('a password link', () => {
    const ended = async (token: string) => {
      const answer = await reset(token, 'another-lantern-oryx');
      expect([answer.status, answer.body.code]).to.deep.equal([422, 'auth.RESET_LINK_INVALID']);
    };

    it('works once, and voids all other links that were sent', async () => {
      const { email } = await makeAccount(service, ['BUYER']);
      const [first, second] = [await linkFor(email), await linkFor(email, 2)];
      expect((await reset(second)).status).to.equal(204);
      await ended(second);
      await ended(first);
      expect((await login(email, NEW_PASSWORD)).status).to.equal(200);
    });

    it('used ten times at once sets one password', async () => {
      const { email } = await makeAccount(service, ['BUYER']);
      const token = await linkFor(email);
      const passwords = Array.from({ length: 10 }, (_, index) => `saffron-lantern-oryx-${index}`);
      const answers = await Promise.all(passwords.map((password) => reset(token, password)));
      const statuses = answers.map(({ status }) => status);
      expect([...statuses].sort()).to.deep.equal([204, ...Array<number>(9).fill(422)]);
      const winner = passwords[statuses.indexOf(204)] ?? '';
      expect((await login(email, winner)).status).to.equal(200);
    });

    it('expires after 30 minutes, or when the account is disabled', async () => {
      const [late, disabled] = [await makeAccount(service, ['BUYER']), await makeAccount(service, ['BUYER'])];
      const [lateToken, disabledToken] = [await linkFor(late.email), await linkFor(disabled.email)];
      await service.inside.deps
        .database('accounts')
        .where({ id: disabled.accountId })
        .update({ status: 'DISABLED' });
      await ended(disabledToken);
      await letTimePass(service, '30 minutes');
      await ended(lateToken);
      expect((await login(late.email, PASSWORD)).status).to.equal(200);
    });

    it('that was made up, or whose token is a code for another purpose, sets nothing', async () => {
      const { email } = await makeAccount(service, ['BUYER']);
      await service.client().call('POST', '/auth/codes', { body: { email } });
      const code = await codeSentTo(service, { email }, 'SIGN_IN_CODE');
      for (const token of [code, 'rp_', `rp_${'A'.repeat(43)}`, '']) {
        const answer = await reset(token);
        expect(answer.status, token).to.equal(422);
      }
      expect((await login(email, PASSWORD)).status).to.equal(200);
    });

    it('remains valid after the new password was refused', async () => {
      const { email } = await makeAccount(service, ['BUYER']);
      const token = await linkFor(email);
      const tooShort = await reset(token, 'nine-char');
      expect([tooShort.status, tooShort.body.code]).to.deep.equal([422, 'auth.PASSWORD_TOO_SHORT']);
      expect(tooShort.body.errors[0]?.pointer).to.equal('/newPassword');
      expect((await reset(token, 'Password2026!')).body.code).to.equal('auth.PASSWORD_TOO_COMMON');
      expect((await reset(token, `${email.split('@')[0]}!!`)).body.code).to.equal('auth.PASSWORD_TOO_COMMON');
      expect((await reset(token)).status).to.equal(204);
    });
  });

  it('is not sent for an e-mail without an account, or a disabled account', async () => {
    const disabled = await makeAccount(service, ['BUYER']);
    await service.inside.deps
      .database('accounts')
      .where({ id: disabled.accountId })
      .update({ status: 'DISABLED' });
    const emails = [disabled.email, 'nobody-forgot@codes.wasl.example'];
    for (const email of emails) expect((await forgot(email)).status).to.equal(202);
    await service.inside.relay.drain(5_000);
    for (const email of emails) expect(await messagesTo(service, { email })).to.deep.equal([]);
  });
});
