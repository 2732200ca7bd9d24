import { expect } from 'chai';
import { io } from 'socket.io-client';
import { giveRole } from '../../../server/accounts/account-store.ts';
import { CallerResolver } from '../../../server/accounts/caller.ts';
import { AccessTokens } from '../../../server/kernel/security/tokens.ts';
import { makeAccount, makeAdministrator, PASSWORD, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { PageClient } from './page-client.ts';

const OWN_PAGE = '/en/verify-email';

describe('the session of pages', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_SIGN_IN_PER_15_MINUTES: '1000' } });
  });
  after(() => service?.stop());

  const database = () => service.inside.deps.database;
  const tokenOf = ({ cookies }: PageClient) => cookies.get('__Host-wasl-shop') ?? '';

  async function signedIn(...roles: Parameters<typeof makeAccount>[1][number][]) {
    const account = await makeAccount(service, roles.length === 0 ? ['BUYER'] : roles);
    const noora = new PageClient(service);
    await noora.open(`/en/sign-in?next=%2Fverify-email`);
    const { path } = await noora.submit('/sign-in', { email: account.email, password: PASSWORD });
    expect(path).to.equal(OWN_PAGE);
    return { noora, ...account };
  }

  function resolver(): CallerResolver {
    const { config, secrets } = service.inside.deps;
    const { refreshTokenLife } = config;
    return new CallerResolver(database(), secrets, { tokens: new AccessTokens(config), refreshTokenLife });
  }

  async function isOpen(noora: PageClient): Promise<boolean> {
    return (await noora.open(OWN_PAGE)).path === OWN_PAGE;
  }

  it('is valid for pages alone: not for the API, and not exchangeable', async () => {
    const { noora } = await signedIn();
    const token = tokenOf(noora);
    const cookie = `__Host-wasl-shop=${token}`;
    const { url } = service;
    for (const [headers, body] of [
      [{ authorization: `Bearer ${token}` }, undefined],
      [{ cookie, origin: url, 'x-wasl-surface': 'shop' }, undefined],
      [{ cookie }, undefined],
    ] as const) {
      const answer = await noora.ask('/api/v1/me', { headers, ...(body === undefined ? {} : { body }) });
      expect([400, 401, 422], JSON.stringify(headers)).to.include(answer.status);
    }
    for (const [headers, body] of [
      [{}, { refreshToken: token }],
      [{ cookie, origin: url, 'x-wasl-surface': 'shop' }, {}],
      [{ cookie: `__Host-wasl-driver=${token}`, origin: url, 'x-wasl-surface': 'driver' }, {}],
      [{ cookie: `__Host-wasl-dispatch=${token}`, origin: url, 'x-wasl-surface': 'dispatch' }, {}],
    ] as const) {
      const answer = await noora.ask('/api/v1/auth/refresh', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      expect([400, 401, 422], JSON.stringify(headers)).to.include(answer.status);
      expect(answer.headers.getSetCookie()).to.deep.equal([]);
    }
    expect(await isOpen(noora)).to.equal(true);
    expect(noora.page.headers.get('cache-control')).to.equal('private, no-store');
  });

  it('ends at once: when it is revoked, the account disabled, the password changed, the buyer role lost or ADMIN granted', async () => {
    const administrator = await makeAdministrator(service);
    const ends: Record<string, (account: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>> = {
      revoked: async (account) => {
        const api = await signIn(service, account);
        const { data } = await api.get<{ data: { id: string; current: boolean }[] }>('/me/sessions');
        const other = data.find(({ current }) => !current);
        return api.call('DELETE', `/me/sessions/${other?.id}`);
      },
      disabled: ({ accountId }) =>
        database()('accounts').where({ id: accountId }).update({ status: 'DISABLED' }),
      'another password': async (account) => {
        const api = await signIn(service, account);
        await api.call('POST', '/me/password', {
          body: { currentPassword: PASSWORD, newPassword: 'lantern-oryx-saffron' },
        });
      },
      'no buyer any more': ({ accountId }) =>
        database()('account_roles').where({ account_id: accountId, role: 'BUYER' }).delete(),
      'an administrator now': ({ accountId }) =>
        giveRole(database(), accountId, 'ADMIN', administrator.accountId),
    };
    for (const [name, end] of Object.entries(ends)) {
      const account = await signedIn('BUYER', 'DISPATCHER');
      expect(await isOpen(account.noora), name).to.equal(true);
      await end(account);
      expect(await isOpen(account.noora), name).to.equal(false);
      expect(account.noora.page.text, name).to.include('You were signed out');
      // Its cookie belongs to no account: the page's forms still work with it, and can sign in again.
      expect(account.noora.page.status).to.equal(200);
    }
  });

  it('acts as a buyer alone, whatever other roles the account has', async () => {
    const { noora, accountId } = await signedIn('BUYER', 'DISPATCHER', 'DRIVER', 'SELLER_STAFF');
    const page = await resolver().resolvePage(tokenOf(noora), '10.1.1.1');
    expect([...(page?.caller.roles ?? [])]).to.deep.equal(['BUYER']);
    expect(page?.caller).to.deep.include({ accountId, sellerId: null, driverId: null, mfa: false });
    expect(page?.caller.rights.size).to.equal(0);
  });

  it('records that it is used, and is extended, once an hour at most', async () => {
    const { noora } = await signedIn();
    const token = tokenOf(noora);
    const { id } = await database()('sessions')
      .where({ surface: 'shop' })
      .orderBy('created_at', 'desc')
      .first('id');
    const row = () => database()('sessions').where({ id }).first('last_seen_at', 'expires_at', 'last_ip');
    const fresh = await row();
    expect((await resolver().resolvePage(token, '10.9.9.9'))?.cookie).to.equal(null);
    expect(await row()).to.deep.equal(fresh);
    await database().raw(
      `UPDATE sessions SET last_seen_at = now() - interval '61 minutes', expires_at = now() + interval '1 day' WHERE id = ?`,
      [id],
    );
    const processes = [resolver(), resolver(), resolver()];
    const looks = await Promise.all(
      [...processes, ...processes].map((each) => each.resolvePage(token, '10.9.9.9')),
    );
    const cookies = looks.flatMap((look) => look?.cookie ?? []);
    expect(cookies).to.have.lengthOf(1);
    expect(cookies[0]).to.match(/^__Host-wasl-shop=rt_.*; HttpOnly; Secure; SameSite=Lax$/);
    const noted = await row();
    expect(noted.last_ip).to.equal('10.9.9.9');
    expect(noted.expires_at.getTime() - Date.now()).to.be.greaterThan(29 * 86_400_000);
    for (const each of processes) expect((await each.resolvePage(token, '10.9.9.8'))?.cookie).to.equal(null);
  });

  it('opens the live channel for a page of the shop alone, and closes it when it ends', async () => {
    const { noora, accountId } = await signedIn();
    const token = tokenOf(noora);
    const cookie = `__Host-wasl-shop=${token}`;
    const connect = (extraHeaders: Record<string, string>, auth: Record<string, string> = {}) => {
      const headers = { ...extraHeaders, 'x-forwarded-for': noora.address };
      return io(service.url, { extraHeaders: headers, auth, reconnection: false, forceNew: true });
    };
    const outcome = async (socket: ReturnType<typeof connect>) => {
      const said = await new Promise<string>((resolve) => {
        socket.once('connect', () => resolve('connected'));
        socket.once('connect_error', () => resolve('refused'));
      });
      socket.close();
      return said;
    };
    const refused = {
      'a foreign page': connect({ cookie, origin: 'https://evil.example' }),
      'no page': connect({ cookie }),
      'its token from no page': connect({}, { token }),
      'its token from a page': connect({ origin: service.url }, { token }),
      'a guest’s cookie': connect({ cookie: '__Host-wasl-shop=AAAAAAAAAAAAAAAAAAAAAA', origin: service.url }),
    };
    for (const [name, socket] of Object.entries(refused))
      expect(await outcome(socket), name).to.equal('refused');
    expect(await outcome(connect({ cookie, origin: service.url }))).to.equal('connected');

    const live = connect({ cookie, origin: service.url });
    await new Promise((resolve) => live.once('live.hello', resolve));
    const ended = new Promise<{ code: string }>((resolve) => live.once('session.ended', resolve));
    const api = await signIn(service, {
      email: (await database()('accounts').where({ id: accountId }).first('email')).email,
      password: PASSWORD,
    });
    await api.call('DELETE', '/me/sessions');
    expect((await ended).code).to.equal('auth.UNAUTHENTICATED');
    live.close();
    expect(await outcome(connect({ cookie, origin: service.url }))).to.equal('refused');
  });
});
