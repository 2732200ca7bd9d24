import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { OperationRules } from '../../server/kernel/http/contract.ts';
import { API_SCOPE_NAMES, meaningOf } from '../../server/kernel/security/api-scopes.ts';
import { DEVICE_PURPOSES } from '../../server/kernel/security/device-tokens.ts';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { expectedAdmission } from '../support/expected-admission.ts';
import { makeAccount, signIn } from '../support/people.ts';
import { CALLER_NAMES, Market } from '../worlds/market.ts';

/** Everything that an app may do while its page sleeps. */
const NAMED = {
  POSITIONS: ['listOffers', 'reportLocations'],
  NOTIFICATIONS: ['createPushSubscription', 'listNotifications', 'markNotificationRead'],
};

/** Ends the session it is called with, so it is called last. */
const LAST = 'logout';
/** Requests at a time: most of a response's time is waiting. */
const BATCH_SIZE = 8;

describe('who may call what', () => {
  let market: Market;
  let operations: OperationRules[];

  before(async () => {
    market = await Market.open();
    operations = market.operations.map(({ rules }) => rules);
  });

  after(() => market?.close());

  const operation = (id: string) => operations.find((rules) => rules.id === id) as OperationRules;

  /** The codes with which callers are refused admission; any other response means that the caller was admitted. */
  async function admission(client: ApiClient, { method, path }: OperationRules): Promise<string> {
    const url = path.replace(/\{role\}/, 'BUYER').replace(/\{\w+\}/g, () => randomUUID());
    const { status, body } = await client.call<Problem | undefined>(method.toUpperCase(), url);
    const code = status === 401 || status === 403 ? (body?.code ?? '') : '';
    return ['auth.UNAUTHENTICATED', 'auth.FORBIDDEN', 'auth.MFA_REQUIRED'].includes(code) ? code : 'admitted';
  }

  async function matrix(client: ApiClient, expected: (rules: OperationRules) => string): Promise<void> {
    const wrong: string[] = [];
    const ask = async (rules: OperationRules) => {
      const answer = await admission(client, rules);
      if (answer !== expected(rules)) wrong.push(`${rules.id}: ${answer}, expected ${expected(rules)}`);
    };
    for (let at = 0; at < operations.length; at += BATCH_SIZE)
      await Promise.all(
        operations.slice(at, at + BATCH_SIZE).map((rules) => (rules.id === LAST ? null : ask(rules))),
      );
    for (const rules of operations.filter(({ id }) => id === LAST)) await ask(rules);
    expect(wrong).to.deep.equal([]);
  }

  for (const name of CALLER_NAMES) {
    it(`${name}: every operation, as its x-fields state`, async () => {
      const caller = market.caller(name);
      await matrix(caller.client, (rules) => expectedAdmission(rules, caller));
    });
  }

  for (const purpose of DEVICE_PURPOSES) {
    it(`a device's token for ${purpose}: what names this purpose, and 403 for the rest, public operations included`, async () => {
      const page = await signIn(market.service, await makeAccount(market.service, ['DRIVER']));
      const client = market.service.client();
      client.token = (await page.post<{ token: string }>('/me/device-tokens', { purpose })).token;
      await matrix(client, (rules) => {
        // Operations that sign in or refresh ignore the token.
        if (rules.beforeSecondFactor && rules.roles.includes('PUBLIC'))
          return rules.id === 'refreshSession' ? 'auth.UNAUTHENTICATED' : 'admitted';
        return rules.devicePurpose === purpose ? 'admitted' : 'auth.FORBIDDEN';
      });
      const named = operations.filter(({ devicePurpose }) => devicePurpose === purpose).map(({ id }) => id);
      expect(named.sort()).to.deep.equal(NAMED[purpose]);
    });
  }

  for (const scope of API_SCOPE_NAMES) {
    it(`an API key for ${scope}: what names this scope, and 403 for the rest, public operations included`, async () => {
      const platform = meaningOf(scope).of === 'PLATFORM';
      const maker = market.caller(platform ? 'super-administrator' : 'owner');
      // The matrix above ended its session.
      await market.signInAgain(maker);
      const { key } = await maker.client.post<{ key: string }>(
        platform ? '/admin/api-keys' : '/seller/api-keys',
        { name: scope, scopes: [scope], expiresInDays: 1 },
      );
      const client = market.service.client();
      client.token = key;
      await matrix(client, (rules) => (rules.scope === scope ? 'admitted' : 'auth.FORBIDDEN'));
      expect(operations.some((rules) => rules.scope === scope)).to.equal(true);
    });
  }

  it('nothing that needs a second factor, an owner or the staff has a scope', () => {
    const scoped = operations.filter((rules) => rules.scope !== null);
    expect(scoped.filter((rules) => rules.secondFactor !== null)).to.deep.equal([]);
    expect(scoped.filter(({ permission }) => permission === 'OWNER' || permission === 'STAFF')).to.deep.equal(
      [],
    );
    expect(scoped.filter(({ id }) => /ApiKey|Webhook|BankAccount|Account$/.test(id))).to.deep.equal([]);
  });

  it('an administrator before the second factor: signing in and out, their own profile, enrolling', async () => {
    const before = operations.filter((rules) => rules.beforeSecondFactor).map((rules) => rules.id);
    expect(before.sort()).to.deep.equal([
      'confirmMfa',
      'enrollMfa',
      'getMe',
      'login',
      'logout',
      'refreshSession',
      'signInByCode',
    ]);
    const client = market.service.client();
    client.token = 'stale.access.token';
    expect(await admission(client, operation('registerAccount')), 'with a stale token').to.equal('admitted');
    expect(await admission(client, operation('getCart')), 'with a stale token').to.equal(
      'auth.UNAUTHENTICATED',
    );
  });

  it('every operation of a seller names a permission, except the application', () => {
    const silent = operations.filter(
      ({ path, permission }) => /^\/seller(\/|$)/.test(path) && permission === null,
    );
    expect(silent.map(({ id }) => id)).to.deep.equal(['applyAsSeller']);
  });
});
