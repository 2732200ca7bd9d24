import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import {
  makeAccount,
  makeAdministrator,
  makeDispatcher,
  PASSWORD,
  type SignIn,
} from '../../support/people.ts';
import { freshAddress, startService, type TestService } from '../../support/service.ts';

type Surface = 'dispatch' | 'driver';

/** A browser as far as a session concerns it: sends its cookie, and names the page that it comes from. */
class Tab {
  readonly #service: TestService;
  readonly #address = freshAddress();
  cookie: string | null = null;
  origin: string | null;
  site: string | null = 'same-origin';

  constructor(service: TestService) {
    this.#service = service;
    this.origin = service.url;
  }

  async call(operation: string, surface: Surface | null, body?: unknown, token?: string) {
    const response = await fetch(`${this.#service.url}/api/v1/auth/${operation}`, {
      method: 'POST',
      headers: {
        'X-Forwarded-For': this.#address,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(surface === null ? {} : { 'X-Wasl-Surface': surface }),
        ...(this.origin === null ? {} : { Origin: this.origin }),
        ...(this.site === null ? {} : { 'Sec-Fetch-Site': this.site }),
        ...(this.cookie === null ? {} : { Cookie: this.cookie }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    const text = await response.text();
    const answer = (text === '' ? null : JSON.parse(text)) as Schema<'AuthSession'> & Schema<'Problem'>;
    return { status: response.status, code: answer?.code, body: answer, set: set ?? null };
  }

  /** Signs in and stores the cookie, as a browser does. */
  async signIn(surface: Surface, { email, password }: SignIn) {
    const answer = await this.call('login', surface, { email, password });
    this.take(answer.set);
    return answer;
  }

  take(set: string | null): void {
    if (set !== null) this.cookie = set.split(';')[0] ?? null;
  }
}

describe('sessions of browser consoles', () => {
  let service: TestService;
  let dispatcher: SignIn & { accountId: string };

  before(async () => {
    service = await startService({ catalogue: false, env: { LIMIT_SIGN_IN_PER_15_MINUTES: '1000' } });
    dispatcher = await makeDispatcher(service);
  });
  after(() => service?.stop());

  const profile = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': freshAddress() };
    return (await fetch(`${service.url}/api/v1/me`, { headers })).status;
  };
  const age = (accountId: string, by: string) => {
    const { database } = service.inside.deps;
    return database('refresh_tokens')
      .whereIn('session_id', database('sessions').where({ account_id: accountId }).select('id'))
      .whereNotNull('rotated_at')
      .update({ rotated_at: database.raw(`now() - interval '${by}'`) });
  };

  it('give the refresh token as a cookie that no script can read, and never in the body', async () => {
    const { status, body, set } = await new Tab(service).signIn('dispatch', dispatcher);
    expect(status).to.equal(200);
    expect(body).to.not.have.property('refreshToken');
    expect(set).to.match(
      /^__Host-wasl-dispatch=rt_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(await profile(body.accessToken)).to.equal(200);
  });

  it('leave other clients as they were: the token in the body, no cookie', async () => {
    const tab = new Tab(service);
    tab.origin = null;
    const { status, body, set } = await tab.call('login', null, {
      email: dispatcher.email,
      password: PASSWORD,
    });
    expect([status, set]).to.deep.equal([200, null]);
    expect(body.refreshToken).to.match(/^rt_/);
    const next = await tab.call('refresh', null, { refreshToken: body.refreshToken });
    expect([next.status, next.set]).to.deep.equal([200, null]);
  });

  it('are continued by the cookie, which changes each time', async () => {
    const tab = new Tab(service);
    const first = await tab.signIn('dispatch', dispatcher);
    const next = await tab.call('refresh', 'dispatch');
    expect(next.status).to.equal(200);
    expect(next.body.account.id).to.equal(first.body.account.id);
    expect(next.body).to.not.have.property('refreshToken');
    expect(next.set)
      .to.match(/^__Host-wasl-dispatch=rt_/)
      .and.not.equal(first.set);
  });

  it('are refused to pages of other origins: sign-in, refresh and sign-out', async () => {
    const tab = new Tab(service);
    const { body } = await tab.signIn('dispatch', dispatcher);
    const foreign = [
      { origin: 'https://evil.example', site: 'cross-site' },
      { origin: 'http://127.0.0.1:1', site: 'same-site' },
      { origin: 'null', site: null },
      { origin: null, site: null },
      { origin: service.url, site: 'cross-site' },
    ];
    for (const { origin, site } of foreign) {
      tab.origin = origin;
      tab.site = site;
      const login = await tab.call('login', 'dispatch', { email: dispatcher.email, password: PASSWORD });
      const refresh = await tab.call('refresh', 'dispatch');
      const logout = await tab.call('logout', 'dispatch', undefined, body.accessToken);
      for (const { status, code, set } of [login, refresh, logout]) {
        expect([status, code, set], String(origin)).to.deep.equal([403, 'auth.ORIGIN_REFUSED', null]);
      }
    }
    expect(await profile(body.accessToken), 'still signed in').to.equal(200);
  });

  it('end completely when an old cookie is used again, their access tokens at once', async () => {
    const tab = new Tab(service);
    const person = await makeDispatcher(service);
    const first = await tab.signIn('dispatch', person);
    const next = await tab.call('refresh', 'dispatch');
    await age(person.accountId, '11 seconds');
    const stolen = await tab.call('refresh', 'dispatch');
    expect([stolen.status, stolen.code]).to.deep.equal([401, 'auth.UNAUTHENTICATED']);
    tab.take(next.set);
    expect((await tab.call('refresh', 'dispatch')).status).to.equal(401);
    expect(await profile(first.body.accessToken)).to.equal(401);
    expect(await profile(next.body.accessToken)).to.equal(401);
  });

  describe('on a phone', () => {
    const driver = async () => {
      const person = await makeAccount(service, ['DRIVER']);
      const tab = new Tab(service);
      await tab.signIn('driver', person);
      return { tab, accountId: person.accountId };
    };

    it('live on when the response never arrived, however late the old cookie comes again', async () => {
      const { tab, accountId } = await driver();
      for (let lost = 0; lost < 3; lost += 1) {
        expect((await tab.call('refresh', 'driver')).status).to.equal(200);
        await age(accountId, '3 hours');
      }
      const arrived = await tab.call('refresh', 'driver');
      tab.take(arrived.set);
      expect((await tab.call('refresh', 'driver')).status).to.equal(200);
    });

    it('end when the abandoned cookie is used after all', async () => {
      const { tab, accountId } = await driver();
      const first = await tab.call('refresh', 'driver');
      await age(accountId, '11 seconds');
      const second = await tab.call('refresh', 'driver');
      expect(second.status).to.equal(200);
      tab.take(first.set);
      expect((await tab.call('refresh', 'driver')).status).to.equal(401);
      expect(await profile(second.body.accessToken)).to.equal(401);
    });

    it('end when an old cookie comes after its successor was used', async () => {
      const { tab, accountId } = await driver();
      const old = tab.cookie;
      tab.take((await tab.call('refresh', 'driver')).set);
      const last = await tab.call('refresh', 'driver');
      await age(accountId, '11 seconds');
      tab.cookie = old;
      expect((await tab.call('refresh', 'driver')).status).to.equal(401);
      expect(await profile(last.body.accessToken)).to.equal(401);
    });
  });

  it('serve two tabs that refresh at once with the same cookie', async () => {
    const tab = new Tab(service);
    await tab.signIn('dispatch', dispatcher);
    const both = await Promise.all([tab.call('refresh', 'dispatch'), tab.call('refresh', 'dispatch')]);
    expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
    for (const { body } of both) expect(await profile(body.accessToken)).to.equal(200);
    // The browser keeps the cookie that came last, for both tabs; the other one ends when this one is used.
    tab.take(both[1]?.set ?? null);
    for (let round = 0; round < 2; round += 1) {
      const next = await tab.call('refresh', 'dispatch');
      expect(next.status).to.equal(200);
      tab.take(next.set);
    }
    const other = new Tab(service);
    other.take(both[0]?.set ?? null);
    expect((await other.call('refresh', 'dispatch')).status).to.equal(401);
  });

  it('belong to their surface: a token of one works neither on another nor in a body', async () => {
    const tab = new Tab(service);
    const { set } = await tab.signIn('dispatch', dispatcher);
    const token = /=(rt_[\w-]+);/.exec(set ?? '')?.[1] ?? '';
    tab.cookie = `__Host-wasl-driver=${token}`;
    expect((await tab.call('refresh', 'driver')).status).to.equal(401);
    tab.cookie = null;
    expect((await tab.call('refresh', null, { refreshToken: token })).status).to.equal(401);
    expect((await tab.call('refresh', 'dispatch', { refreshToken: token })).status).to.equal(401);
  });

  it('remove the cookie at sign-out', async () => {
    const tab = new Tab(service);
    const { body } = await tab.signIn('dispatch', dispatcher);
    const { status, set } = await tab.call('logout', 'dispatch', undefined, body.accessToken);
    expect(status).to.equal(204);
    expect(set).to.match(/^__Host-wasl-dispatch=; Path=\/; Max-Age=0; HttpOnly; Secure; SameSite=Strict$/);
    expect(await profile(body.accessToken)).to.equal(401);
  });

  it('are for those who have the role', async () => {
    const buyer = await makeAccount(service, ['BUYER']);
    const { status, code, body, set } = await new Tab(service).signIn('dispatch', buyer);
    expect([status, code, set]).to.deep.equal([403, 'auth.SURFACE_REFUSED', null]);
    expect(body).to.include({ surface: 'dispatch', administrator: false });
    const wrong = await new Tab(service).signIn('dispatch', { ...buyer, password: 'not-the-password' });
    expect([wrong.status, wrong.code], 'a guess reveals nothing about roles').to.deep.equal([
      401,
      'auth.INVALID_CREDENTIALS',
    ]);
  });

  it('admit anyone to the driver app who may apply there, without any role of theirs', async () => {
    const buyer = await makeAccount(service, ['BUYER']);
    const tab = new Tab(service);
    const { status, body } = await tab.signIn('driver', buyer);
    expect(status).to.equal(200);
    expect((await tab.call('refresh', 'driver')).status).to.equal(200);
    const outcomeOf = async (method: string, path: string, sent?: object) => {
      const headers = {
        Authorization: `Bearer ${body.accessToken}`,
        'X-Forwarded-For': freshAddress(),
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': 'one' }),
      };
      const init = { method, headers, ...(sent === undefined ? {} : { body: JSON.stringify(sent) }) };
      return (await fetch(`${service.url}/api/v1${path}`, init)).status;
    };
    const application = { fullName: 'Noor Haddad', phone: '+97455123456', vehicle: { type: 'CAR' } };
    expect([
      await outcomeOf('GET', '/driver'),
      await outcomeOf('GET', '/driver/tasks'),
      await outcomeOf('GET', '/orders'),
      await outcomeOf('POST', '/driver/application', application),
      await outcomeOf('GET', '/driver'),
      await outcomeOf('POST', '/driver/shift/start', {}),
    ]).to.deep.equal([404, 403, 403, 201, 200, 403]);
  });

  it('let people register in the driver app, and stay signed in there', async () => {
    const person = {
      email: 'noor@example.qa',
      password: 'pearl-dhow-corniche',
      displayName: 'Noor',
      locale: 'en',
    };
    const tab = new Tab(service);
    const { status, body, set } = await tab.call('register', 'driver', person);
    expect([status, body.account.roles]).to.deep.equal([201, ['BUYER']]);
    tab.take(set);
    expect((await tab.call('refresh', 'driver')).status).to.equal(200);
    const elsewhere = { ...person, email: 'noor.two@example.qa' };
    expect((await new Tab(service).call('register', 'dispatch', elsewhere)).set).to.equal(null);
  });

  it('are not for administrators, whose second factor has no field there; the refusal clears no failed code', async () => {
    const administrator = await makeAdministrator(service);
    const { database } = service.inside.deps;
    await database('account_roles').insert({ account_id: administrator.accountId, role: 'DISPATCHER' });
    const { status, code, body } = await new Tab(service).signIn('dispatch', administrator);
    expect([status, code]).to.deep.equal([403, 'auth.SURFACE_REFUSED']);
    expect(body).to.include({ surface: 'dispatch', needsRole: 'DISPATCHER', administrator: true });
    const driving = await new Tab(service).signIn('driver', administrator);
    expect(driving.body).to.include({ surface: 'driver', needsRole: 'DRIVER', administrator: true });
    const wrongCode = { email: administrator.email, password: PASSWORD, mfaToken: '000000' };
    for (let count = 0; count < 5; count += 1) {
      await service.client().call('POST', '/auth/login', { body: wrongCode });
      await new Tab(service).signIn('dispatch', administrator);
    }
    const locked = await new Tab(service).signIn('dispatch', administrator);
    expect(locked.code).to.equal('auth.ACCOUNT_LOCKED');
  });

  it('act with the role of their console alone', async () => {
    const both = await makeAccount(service, ['DISPATCHER', 'BUYER']);
    const { body } = await new Tab(service).signIn('dispatch', both);
    const status = async (path: string) => {
      const headers = { Authorization: `Bearer ${body.accessToken}`, 'X-Forwarded-For': freshAddress() };
      return (await fetch(`${service.url}/api/v1${path}`, { headers })).status;
    };
    expect([await status('/dispatch/tasks'), await status('/orders')]).to.deep.equal([200, 403]);
  });

  it('end at the next refresh when the role is gone', async () => {
    const person = await makeDispatcher(service);
    const tab = new Tab(service);
    const { body } = await tab.signIn('dispatch', person);
    const { database } = service.inside.deps;
    await database('account_roles').where({ account_id: person.accountId, role: 'DISPATCHER' }).delete();
    const { status, code } = await tab.call('refresh', 'dispatch');
    expect([status, code]).to.deep.equal([403, 'auth.SURFACE_REFUSED']);
    expect(await profile(body.accessToken)).to.equal(401);
  });
});
