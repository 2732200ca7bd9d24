import { expect } from 'chai';
import type { Problem, Schema } from '../../support/api-client.ts';
import {
  type AccountsService,
  type AuthSession,
  newAdministrator,
  PASSWORD,
  register,
  startAccounts,
  superAdministrator,
} from './accounts-service.ts';
import { Authenticator, enrolAuthenticator } from './authenticator.ts';

describe('second factor', () => {
  let service: AccountsService;

  before(async () => {
    service = await startAccounts();
    await superAdministrator(service);
  });
  after(() => service.stop());

  const failures = async (email: string) =>
    (await service.database('sign_in_guards').where({ email_key: email }).first('failures'))?.failures ?? 0;

  it('without one, an administrator can only sign in and out, read their own profile, refresh and enrol', async () => {
    const { client, session, login } = await newAdministrator(service);
    expect(session.account.mfaEnrolled).to.equal(false);
    await client.get('/me');
    await client.post('/auth/refresh', { refreshToken: session.refreshToken });
    for (const path of ['/admin/accounts', '/admin/audit-log', '/products', '/cart']) {
      await client.refused(403, 'auth.MFA_REQUIRED', 'GET', path);
    }
    const { authenticator } = await enrolAuthenticator(client);
    await client.get('/admin/accounts');
    expect((await client.get<Schema<'Account'>>('/me')).mfaEnrolled).to.equal(true);
    const again = await login(await authenticator.next());
    expect(again.status).to.equal(200);
    client.token = again.body.accessToken;
    await client.get('/admin/accounts');
    expect((await client.call('POST', '/auth/logout')).status).to.equal(204);
  });

  it('is confirmed for the present session only', async () => {
    const { client, login } = await newAdministrator(service);
    const before = (await login()).body;
    await enrolAuthenticator(client);
    const other = service.client();
    other.token = before.accessToken;
    await other.refused(403, 'auth.MFA_REQUIRED', 'GET', '/admin/accounts');
    await client.get('/admin/accounts');
  });

  it('stays confirmed when the session is refreshed', async () => {
    const { client, session } = await newAdministrator(service);
    await enrolAuthenticator(client);
    const next = await client.post<AuthSession>('/auth/refresh', { refreshToken: session.refreshToken });
    client.token = next.accessToken;
    await client.get('/admin/accounts');
  });

  it('is enrolled with a key, its address and a QR code, and the key is stored sealed', async () => {
    const { client, session } = await newAdministrator(service);
    const enrolment = await client.post<Schema<'MfaEnrolment'>>('/auth/mfa/enroll', {
      currentPassword: PASSWORD,
    });
    expect(enrolment.secret).to.match(/^[A-Z2-7]{32}$/);
    const uri = new URL(enrolment.otpauthUri);
    expect(uri.protocol).to.equal('otpauth:');
    expect(decodeURIComponent(uri.pathname)).to.match(/Wasl:person\d+@wasl\.example$/);
    expect(uri.searchParams.get('secret')).to.equal(enrolment.secret);
    expect(enrolment.qrSvg).to.match(/^<svg [\s\S]*<\/svg>\s*$/);
    const row = await service.database('mfa_factors').where({ account_id: session.account.id }).first();
    expect(row.secret.includes(enrolment.secret)).to.equal(false);
    expect(row.confirmed_at).to.equal(null);
  });

  it('gets a new key when enrolled again before it is confirmed', async () => {
    const { client, login } = await newAdministrator(service);
    const first = new Authenticator(
      (await client.post<{ secret: string }>('/auth/mfa/enroll', { currentPassword: PASSWORD })).secret,
    );
    const second = new Authenticator(
      (await client.post<{ secret: string }>('/auth/mfa/enroll', { currentPassword: PASSWORD })).secret,
    );
    const refusal = { body: { code: await first.next() } };
    await client.refused(401, 'auth.MFA_TOKEN_INVALID', 'POST', '/auth/mfa/confirm', refusal);
    expect((await login()).status).to.equal(200);
    await client.post('/auth/mfa/confirm', { code: await second.next() });
    await client.refused(409, 'auth.MFA_ALREADY_ENROLLED', 'POST', '/auth/mfa/enroll', {
      body: { currentPassword: PASSWORD },
    });
    await client.refused(409, 'auth.MFA_ALREADY_ENROLLED', 'POST', '/auth/mfa/confirm', {
      body: { code: await second.next() },
    });
  });

  it('can replace a lost authenticator with a recent code: until the new one is confirmed, the former remains valid', async () => {
    const { client, session, login } = await newAdministrator(service);
    const { authenticator, recoveryCodes } = await enrolAuthenticator(client);
    const body = { currentPassword: PASSWORD, replace: true };
    const older = service.database('sessions').where({ account_id: session.account.id });
    await older.clone().update({ mfa_at: service.database.raw(`now() - interval '11 minutes'`) });
    await client.refused(403, 'auth.MFA_REQUIRED', 'POST', '/auth/mfa/enroll', { body });
    await client.post('/auth/mfa/step-up', { code: recoveryCodes[0] });
    const other = (await login(recoveryCodes[1])).body;
    const next = new Authenticator((await client.post<{ secret: string }>('/auth/mfa/enroll', body)).secret);
    const wrong = { body: { code: await next.wrong() } };
    await client.refused(401, 'auth.MFA_TOKEN_INVALID', 'POST', '/auth/mfa/confirm', wrong);
    expect((await login(await authenticator.next())).status).to.equal(200);
    const confirmed = await client.post<{ recoveryCodes: string[] }>('/auth/mfa/confirm', {
      code: await next.next(),
    });
    expect(confirmed.recoveryCodes).to.have.length(10).and.not.to.include(recoveryCodes[2]);
    expect((await login(recoveryCodes[2])).body.code).to.equal('auth.MFA_TOKEN_INVALID');
    expect((await login(await authenticator.next())).body.code).to.equal('auth.MFA_TOKEN_INVALID');
    expect((await login(await next.next())).status).to.equal(200);
    await client.get('/admin/accounts');
    const stale = service.client();
    stale.token = other.accessToken;
    await stale.refused(403, 'auth.MFA_REQUIRED', 'GET', '/admin/accounts');
  });

  it('is confirmed once when the same code arrives five times at once', async () => {
    const { client } = await newAdministrator(service);
    const { secret } = await client.post<{ secret: string }>('/auth/mfa/enroll', {
      currentPassword: PASSWORD,
    });
    const code = await new Authenticator(secret).next();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => client.call('POST', '/auth/mfa/confirm', { body: { code } })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409, 409]);
  });

  it('cannot be confirmed before it is enrolled, and takes six digits only', async () => {
    const { client } = await newAdministrator(service);
    await client.refused(409, 'auth.MFA_NOT_STARTED', 'POST', '/auth/mfa/confirm', {
      body: { code: '123456' },
    });
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/auth/mfa/confirm', {
      body: { code: '12345' },
    });
  });

  it('is requested after the right password, which neither counts as a failure nor resets the count', async () => {
    const { client, login, email } = await newAdministrator(service);
    await enrolAuthenticator(client);
    await service.client().call('POST', '/auth/login', { body: { email, password: 'wrong-password' } });
    const answer = await login();
    expect([answer.status, answer.body.code]).to.deep.equal([401, 'auth.MFA_TOKEN_REQUIRED']);
    expect(await failures(email)).to.equal(1);
  });

  it('counts wrong codes as failures: the fifth locks the account', async () => {
    const { client, login, email } = await newAdministrator(service);
    const { authenticator } = await enrolAuthenticator(client);
    const code = await authenticator.wrong();
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await login(code)).body.code).to.equal('auth.MFA_TOKEN_INVALID');
      expect(await failures(email)).to.equal(attempt);
    }
    expect((await login(await authenticator.next())).body.code).to.equal('auth.ACCOUNT_LOCKED');
    await client.get('/admin/accounts');
  });

  it('does not reveal whether the code was right when the password is wrong', async () => {
    const { client, email } = await newAdministrator(service);
    const { authenticator } = await enrolAuthenticator(client);
    const answer = await service.client().call<Problem>('POST', '/auth/login', {
      body: { email, password: 'wrong-password', mfaToken: await authenticator.next() },
    });
    expect([answer.status, answer.body.code]).to.deep.equal([401, 'auth.INVALID_CREDENTIALS']);
  });

  it('accepts a code once, including the one used to confirm', async () => {
    const { client, login } = await newAdministrator(service);
    const { secret } = await client.post<{ secret: string }>('/auth/mfa/enroll', {
      currentPassword: PASSWORD,
    });
    const authenticator = new Authenticator(secret);
    const first = await authenticator.next();
    await client.post('/auth/mfa/confirm', { code: first });
    expect((await login(first)).body.code).to.equal('auth.MFA_TOKEN_INVALID');
    const second = await authenticator.next();
    expect((await login(second)).status).to.equal(200);
    expect((await login(second)).body.code).to.equal('auth.MFA_TOKEN_INVALID');
  });

  it('refuses a code older than the newest one used', async () => {
    const { client, login } = await newAdministrator(service);
    const { secret } = await client.post<{ secret: string }>('/auth/mfa/enroll', {
      currentPassword: PASSWORD,
    });
    const authenticator = new Authenticator(secret);
    const older = await authenticator.next();
    await client.post('/auth/mfa/confirm', { code: await authenticator.next() });
    expect((await login(older)).body.code).to.equal('auth.MFA_TOKEN_INVALID');
  });

  it('lets one of ten simultaneous sign-ins with the same code through', async () => {
    const { client, login } = await newAdministrator(service);
    const { authenticator } = await enrolAuthenticator(client);
    const code = await authenticator.next();
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(code)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(answers.filter(({ body }) => body.code === 'auth.MFA_TOKEN_INVALID')).to.not.be.empty;
  });

  it('accepts each of ten recovery codes once, typed in any case', async () => {
    const { client, session, login } = await newAdministrator(service);
    const { recoveryCodes } = await enrolAuthenticator(client);
    expect(new Set(recoveryCodes).size).to.equal(10);
    for (const code of recoveryCodes) expect(code).to.match(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(first)).status).to.equal(200);
    expect((await login(first)).body.code).to.equal('auth.MFA_TOKEN_INVALID');
    const signedIn = await login(second.toLowerCase().replace('-', ''));
    expect(signedIn.status).to.equal(200);
    client.token = signedIn.body.accessToken;
    await client.get('/admin/accounts');
    const stored = await service.database('recovery_codes').where({ account_id: session.account.id });
    expect(JSON.stringify(stored)).to.not.contain(first.replace('-', ''));
    expect(stored.filter(({ used_at }) => used_at !== null)).to.have.length(2);
  });

  it('lets one of five simultaneous sign-ins with the same recovery code through', async () => {
    const { client, login } = await newAdministrator(service);
    const { recoveryCodes } = await enrolAuthenticator(client);
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(recoveryCodes[0])));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
  });

  it('can be enrolled by anyone, and then signing in to the API works with or without the code', async () => {
    const client = service.client();
    const { email } = await register(client);
    const body = { email, password: PASSWORD };
    const { authenticator } = await enrolAuthenticator(client);
    const mfaOf = async (session: AuthSession) =>
      (await service.callers.resolveToken(session.accessToken)).caller.mfa;
    expect(await mfaOf(await client.post<AuthSession>('/auth/login', body))).to.equal(false);
    const mfaToken = await authenticator.next();
    expect(await mfaOf(await client.post<AuthSession>('/auth/login', { ...body, mfaToken }))).to.equal(true);
    await client.refused(401, 'auth.MFA_TOKEN_INVALID', 'POST', '/auth/login', {
      body: { ...body, mfaToken },
    });
  });
});
