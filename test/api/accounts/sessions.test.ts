import { expect } from 'chai';
import { knexOf } from '../../../db/models/knex-of.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { giveRole } from '../../../server/accounts/account-store.ts';
import { endSessions } from '../../../server/accounts/session-store.ts';
import type { ApiClient, Problem, Schema } from '../../support/api-client.ts';
import {
  type AccountsService,
  type AuthSession,
  newAdministrator,
  PASSWORD,
  register,
  startAccounts,
  superAdministrator,
} from './accounts-service.ts';
import { enrolAuthenticator } from './authenticator.ts';

const CHROME_ON_ANDROID =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36';
const NEWER_CHROME = CHROME_ON_ANDROID.replace('143', '144');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('sessions', () => {
  let service: AccountsService;
  before(async () => {
    service = await startAccounts();
    await superAdministrator(service);
  });
  after(() => service.stop());

  interface From {
    address: string;
    userAgent: string;
  }
  const headersOf = ({ address, userAgent }: From) => ({
    'X-Forwarded-For': address,
    'User-Agent': userAgent,
  });

  /** Signs in from this address with this browser. */
  async function enter(email: string, from: From): Promise<{ client: ApiClient; session: AuthSession }> {
    const client = service.client();
    const body = { email, password: PASSWORD };
    const answer = await client.call<AuthSession>('POST', '/auth/login', { body, headers: headersOf(from) });
    expect(answer.status).to.equal(200);
    client.token = answer.body.accessToken;
    return { client, session: answer.body };
  }

  const list = async (client: ApiClient, query = '') =>
    client.get<Schema<'SessionList'>>(`/me/sessions${query}`);
  const opens = async (client: ApiClient) => (await client.call('GET', '/me')).status;
  /** The notifications left in the outbox for an account's owner, oldest first. */
  const notificationsTo = async (accountId: string): Promise<Record<string, string>[]> => {
    const rows = await service.database('outbox').where({ key: accountId }).orderBy('id');
    return rows.flatMap(({ effects }) =>
      effects.map(({ effect }: { effect: { payload: object } }) => effect.payload),
    );
  };

  it('are listed with device and place, newest first, page by page, and only for their owner', async () => {
    const { email } = await register(service.client());
    await register(service.client());
    await enter(email, { address: '203.0.113.24', userAgent: CHROME_ON_ANDROID });
    const { client, session } = await enter(email, { address: '198.51.100.9', userAgent: FIREFOX });
    const all = await list(client);
    expect(all.data).to.have.length(3);
    const [newest, middle] = all.data;
    expect(newest).to.deep.include({
      current: true,
      surface: 'api',
      device: { browser: 'Firefox', system: 'Linux', userAgent: FIREFOX },
      place: { signedInFrom: '198.51.100.9', lastSeenFrom: '198.51.100.9' },
      secondFactorAt: null,
    });
    expect(middle).to.deep.include({
      current: false,
      device: { browser: 'Chrome', system: 'Android', userAgent: CHROME_ON_ANDROID },
    });
    const page = await list(client, '?limit=2');
    expect(page.data).to.deep.equal(all.data.slice(0, 2));
    const rest = await list(client, `?limit=2&cursor=${page.page.nextCursor}`);
    expect(rest.data).to.deep.equal(all.data.slice(2));
    const next = await client.call('POST', '/auth/refresh', {
      body: { refreshToken: session.refreshToken },
      headers: { 'X-Forwarded-For': '198.51.100.77' },
    });
    expect(next.status).to.equal(200);
    expect((await list(client)).data[0]?.place).to.deep.equal({
      signedInFrom: '198.51.100.9',
      lastSeenFrom: '198.51.100.77',
    });
  });

  it('are ended one by one, at once and on record, and only by their own account', async () => {
    const owner = service.client();
    const { email } = await register(owner);
    const stranger = service.client();
    await register(stranger);
    const { client: lost, session } = await enter(email, { address: '203.0.113.25', userAgent: FIREFOX });
    const [id] = (await list(lost)).data.filter(({ current }) => current).map((each) => each.id);
    const foreign = await stranger.call('DELETE', `/me/sessions/${id}`);
    const unknown = await stranger.call('DELETE', '/me/sessions/019c4690-7c1e-7a52-8f0d-2b9d3f6a4e15');
    expect([foreign.status, unknown.status]).to.deep.equal([404, 404]);
    expect(await opens(lost)).to.equal(200);
    expect((await owner.call('DELETE', `/me/sessions/${id}`)).status).to.equal(204);
    expect([await opens(lost), await opens(owner)]).to.deep.equal([401, 200]);
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'POST', '/auth/refresh', {
      body: { refreshToken: session.refreshToken },
    });
    expect((await owner.call('DELETE', `/me/sessions/${id}`)).status).to.equal(404);
    const [line] = await service.database('audit_log').where({ subject_id: id });
    expect(line).to.include({ action: 'endSession', subject_type: 'SESSION' });
  });

  it('are all ended except the one that requests it', async () => {
    const owner = service.client();
    const { email } = await register(owner);
    const others = [];
    for (const last of [1, 2, 3])
      others.push((await enter(email, { address: `203.0.113.${last}`, userAgent: FIREFOX })).client);
    const { body } = await owner.call<Schema<'EndedSessions'>>('DELETE', '/me/sessions');
    expect(body).to.deep.equal({ ended: 3 });
    expect(await Promise.all([owner, ...others].map(opens))).to.deep.equal([200, 401, 401, 401]);
    expect((await list(owner)).data).to.have.length(1);
  });

  it('end twelve hours after an administrator signed in, and at once when someone becomes an administrator', async () => {
    const life = (accountId: string) =>
      service.database
        .raw(
          `SELECT round(extract(epoch FROM ends_at - created_at) / 3600)::integer AS hours,
                  expires_at <= ends_at AS within
             FROM sessions WHERE account_id = ? ORDER BY id DESC`,
          [accountId],
        )
        .then(({ rows }) => rows);
    const administrator = await newAdministrator(service);
    const { id } = administrator.session.account;
    // A buyer opened the older one, before the role was granted behind the service's back.
    expect(await life(id)).to.deep.equal([
      { hours: 12, within: true },
      { hours: 90 * 24, within: true },
    ]);
    const client = service.client();
    const { account } = await register(client);
    await service
      .database('sessions')
      .where({ account_id: account.id })
      .update({ created_at: service.database.raw(`now() - interval '13 hours'`) });
    const root = await superAdministratorAgain();
    await root.post(`/admin/accounts/${account.id}/roles`, { role: 'ADMIN' });
    expect(await opens(client)).to.equal(401);
  });

  async function superAdministratorAgain(): Promise<ApiClient> {
    const client = service.client();
    const session = await service.database('sessions').whereNotNull('mfa_at').orderBy('id').first();
    const claims = { accountId: session.account_id, sessionId: session.id, surface: 'api' as const };
    client.token = service.tokens.sign(claims);
    return client;
  }

  it('notify the owner of a sign-in with another device or from another network, and of no other', async () => {
    const client = service.client();
    const { email, account } = await register(client);
    const tellings = async (from: From) => {
      const before = (await notificationsTo(account.id)).length;
      await enter(email, from);
      return (await notificationsTo(account.id)).slice(before);
    };
    const phone = { address: '203.0.113.24', userAgent: CHROME_ON_ANDROID };
    const [notification, ...more] = await tellings(phone);
    expect(more).to.deep.equal([]);
    expect(notification).to.include({
      kind: 'NEW_SIGN_IN',
      accountId: account.id,
      device: 'Chrome, Android',
      place: '203.0.113.24',
    });
    // The same device again, after an update and with another address of the same network.
    expect(await tellings({ address: '203.0.113.199', userAgent: NEWER_CHROME })).to.deep.equal([]);
    expect(await tellings({ ...phone, userAgent: FIREFOX })).to.have.length(1);
    expect(await tellings({ ...phone, address: '198.51.100.24' })).to.have.length(1);
    // Ended sessions are deleted after a while, but that the account was used before is remembered.
    await service
      .database('refresh_tokens')
      .whereIn('session_id', service.database('sessions').where({ account_id: account.id }).select('id'))
      .delete();
    await service.database('sessions').where({ account_id: account.id }).delete();
    expect(await tellings(phone)).to.have.length(1);
  });

  it('notify the owner when a second factor is turned on and off', async () => {
    const client = service.client();
    const { account } = await register(client);
    await giveRole(service.database, account.id, 'DISPATCHER');
    const { recoveryCodes } = await enrolAuthenticator(client);
    await client.post('/auth/mfa/disable', { code: recoveryCodes[0], currentPassword: PASSWORD });
    expect((await notificationsTo(account.id)).map(({ kind }) => kind)).to.deep.equal([
      'SECOND_FACTOR_ENABLED',
      'SECOND_FACTOR_DISABLED',
    ]);
    const audited = await service.database('audit_log').where({ subject_id: account.id }).orderBy('id');
    expect(audited.map(({ action }) => action)).to.deep.equal(['confirmMfa', 'disableMfa']);
  });

  it('do not let a thief enrol a second factor: the password is required again, and attempts are counted', async () => {
    const client = service.client();
    const { account, email } = await register(client);
    await giveRole(service.database, account.id, 'DRIVER');
    await client.refused(422, 'common.VALIDATION_FAILED', 'POST', '/auth/mfa/enroll', { body: {} });
    for (let tries = 0; tries < 5; tries += 1)
      await client.refused(401, 'auth.INVALID_CREDENTIALS', 'POST', '/auth/mfa/enroll', {
        body: { currentPassword: `guess-number-${tries}` },
      });
    const right = { body: { currentPassword: PASSWORD } };
    await client.refused(423, 'auth.ACCOUNT_LOCKED', 'POST', '/auth/mfa/enroll', right);
    await service.client().refused(423, 'auth.ACCOUNT_LOCKED', 'POST', '/auth/login', {
      body: { email, password: PASSWORD },
    });
    await service.database('sign_in_guards').where({ email_key: email }).delete();
    await client.post('/auth/mfa/enroll', right.body);
  });

  it('of an account without a password stand in for it for ten minutes', async () => {
    const client = service.client();
    const { account } = await register(client);
    await giveRole(service.database, account.id, 'DRIVER');
    await service.database('accounts').where({ id: account.id }).update({ password_hash: null });
    await client.post('/auth/mfa/enroll', {});
    await service
      .database('sessions')
      .where({ account_id: account.id })
      .update({ created_at: service.database.raw(`now() - interval '11 minutes'`) });
    await client.refused(403, 'auth.FRESH_SIGN_IN_REQUIRED', 'POST', '/auth/mfa/enroll', { body: {} });
  });

  it('cannot be fixed by an attacker: signing in creates a new one, whatever tokens come with it', async () => {
    const attacker = service.client();
    const planted = await register(attacker);
    const victim = service.client();
    const { email } = await register(victim);
    const [own] = (await list(attacker)).data;
    victim.token = planted.accessToken;
    const answer = await victim.call<AuthSession>('POST', '/auth/login', {
      body: { email, password: PASSWORD },
      headers: { Cookie: `__Host-wasl-dispatch=${planted.refreshToken}; sid=${own?.id}` },
    });
    expect(answer.status).to.equal(200);
    victim.token = answer.body.accessToken;
    const sessions = (await list(victim)).data.map(({ id }) => id);
    expect(sessions).to.have.length(2).and.not.to.include(own?.id);
    expect(answer.body.refreshToken).not.to.equal(planted.refreshToken);
    // The planted session still belongs to the attacker, and sees the attacker's account alone.
    expect((await attacker.get<Schema<'Account'>>('/me')).id).to.equal(planted.account.id);
    const again = await service.client().post<AuthSession>('/auth/refresh', {
      refreshToken: planted.refreshToken,
    });
    expect(again.account.id).to.equal(planted.account.id);
  });

  it('all end, even one opened by a sign-in at the same moment with the former password', async () => {
    const client = service.client();
    const { email, account } = await register(client);
    const attempt = { body: { email, password: PASSWORD } };
    // A sign-in runs into the transaction that replaces the password and ends all sessions.
    const [ended, answer] = await Promise.all([
      inTransaction(service.database, async (trx) => {
        await knexOf(trx)('accounts').where({ id: account.id }).update({ password_hash: null });
        const ids = await endSessions(trx, account.id, 'TEST');
        await waiting();
        return ids;
      }),
      service.client().call<AuthSession & Problem>('POST', '/auth/login', attempt),
    ]);
    expect(ended).to.have.length(1);
    expect(answer.body.code).to.equal('auth.INVALID_CREDENTIALS');
    expect(await opens(client)).to.equal(401);
    const open = await service.database('sessions').where({ account_id: account.id, revoked_at: null });
    expect(open).to.deep.equal([]);
  });

  /** Resolves once a statement on this database waits for another transaction's lock. */
  async function waiting(): Promise<void> {
    for (let look = 0; look < 2_000; look += 1) {
      const { rows } = await service.database.raw(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rows.length > 0) return;
    }
    throw new Error('no statement waited for a lock');
  }
});
