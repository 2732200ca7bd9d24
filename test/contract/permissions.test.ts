import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AccountRoleName } from '../../db/models/account-role.ts';
import { type Contract, loadContract, type OperationRules } from '../../server/kernel/http/contract.ts';
import { DEVICE_PURPOSES } from '../../server/kernel/security/device-tokens.ts';
import type { ApiClient, Problem } from '../support/api-client.ts';
import { makeAccount, makeAdministrator, signIn } from '../support/people.ts';
import { startService, type TestService } from '../support/service.ts';

const ROLES: readonly AccountRoleName[] = ['BUYER', 'SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'DISPATCHER'];

/** All that an app may do while its page sleeps. */
const NAMED = {
  POSITIONS: ['listOffers', 'reportLocations'],
  NOTIFICATIONS: ['createPushSubscription', 'listNotifications', 'markNotificationRead'],
};

/** Ends the session it is called with: asked last. */
const LAST = 'logout';
/** Most of an answer is waiting. */
const BATCH_SIZE = 8;

describe('who may call what', () => {
  let service: TestService;
  let operations: OperationRules[];

  before(async () => {
    // Each client calls every operation once within a minute: there are more than it may usually write, or sign in by.
    service = await startService({
      catalogue: false,
      env: {
        LIMIT_WRITE_PER_MINUTE: '1000',
        LIMIT_SIGN_IN_PER_15_MINUTES: '1000',
        LIMIT_REGISTRATION_PER_15_MINUTES: '1000',
      },
    });
    const contract: Contract = loadContract(service.inside.deps.config.openapiFile);
    operations = [...contract.operations.values()];
  });

  after(() => service?.stop());

  const operation = (id: string) => operations.find((rules) => rules.id === id) as OperationRules;

  /** The codes with which admission answers; anything else means the caller was let in. */
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

  it('a guest: the public operations, and a clear 401 for the rest', async () => {
    // Refreshing without a token is refused by the operation itself.
    await matrix(service.client(), (rules) =>
      rules.roles.includes('PUBLIC') && rules.id !== 'refreshSession' ? 'admitted' : 'auth.UNAUTHENTICATED',
    );
  });

  for (const role of ROLES) {
    it(`${role}: what its role and any account may call, and 403 for the rest`, async () => {
      const client = await signIn(service, await makeAccount(service, [role]));
      await matrix(client, (rules) => {
        if (rules.id === 'refreshSession') return 'auth.UNAUTHENTICATED';
        const allowed = rules.roles.some(
          (allowedRole) => allowedRole === 'PUBLIC' || allowedRole === 'ACCOUNT' || allowedRole === role,
        );
        if (!allowed) return 'auth.FORBIDDEN';
        return rules.secondFactor !== null && !rules.secondFactor.whenEnrolled
          ? 'auth.MFA_REQUIRED'
          : 'admitted';
      });
    });
  }

  for (const purpose of DEVICE_PURPOSES) {
    it(`a device's token for ${purpose}: what names this purpose, and 403 for the rest, public operations included`, async () => {
      const page = await signIn(service, await makeAccount(service, ['DRIVER']));
      const client = service.client();
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

  it('an administrator before the second factor: signing in and out, the own profile, enrolling; nothing else, public operations included', async () => {
    const administrator = await makeAccount(service, ['ADMIN'], { superAdmin: true });
    const client = await signIn(service, administrator);
    await matrix(client, (rules) => {
      if (rules.id === 'refreshSession') return 'auth.UNAUTHENTICATED';
      return rules.beforeSecondFactor ? 'admitted' : 'auth.MFA_REQUIRED';
    });
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
    const again = service.client();
    again.token = 'stale.access.token';
    expect(await admission(again, operation('registerAccount')), 'with a stale token').to.equal('admitted');
    expect(await admission(again, operation('getCart')), 'with a stale token').to.equal(
      'auth.UNAUTHENTICATED',
    );
  });
});

describe('who may call what, with a confirmed second factor', () => {
  it('an administrator reaches every admin operation', async () => {
    const service = await startService({ catalogue: false });
    try {
      const client = await signIn(service, await makeAdministrator(service));
      for (const path of [
        '/admin/accounts',
        '/admin/sellers',
        '/admin/orders',
        '/admin/settings',
        '/admin/ledger/check',
        '/admin/audit-log',
      ]) {
        expect((await client.call('GET', path)).status, path).to.equal(200);
      }
    } finally {
      await service.stop();
    }
  });
});
