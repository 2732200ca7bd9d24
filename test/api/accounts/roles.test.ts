import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import {
  type AccountsService,
  type Administrator,
  newAdministrator,
  register,
  startAccounts,
  superAdministrator,
} from './accounts-service.ts';
import { enrolAuthenticator } from './authenticator.ts';

type Account = Schema<'Account'>;

describe('roles', () => {
  let service: AccountsService;
  let root: ApiClient;
  let administrator: Administrator;

  before(async () => {
    service = await startAccounts();
    root = await superAdministrator(service);
    administrator = await newAdministrator(service);
    await enrolAuthenticator(administrator.client);
  });
  after(() => service.stop());

  const path = (id: string, role?: string) =>
    `/admin/accounts/${id}/roles${role === undefined ? '' : `/${role}`}`;
  const audit = (id: string) =>
    service
      .database('audit_log')
      .where({ subject_type: 'ACCOUNT', subject_id: id })
      .orderBy('id')
      .select('account_id', 'role', 'action', 'request_id', 'ip', 'before', 'after', 'data');

  it('take effect at once, when granted and when revoked', async () => {
    const client = service.client();
    const { account } = await register(client);
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/accounts');
    await root.post<Account>(path(account.id), { role: 'ADMIN' });
    await client.refused(403, 'auth.MFA_REQUIRED', 'GET', '/admin/accounts');
    await enrolAuthenticator(client);
    await client.get('/admin/accounts');
    const answer = await root.delete<Account>(path(account.id, 'ADMIN'));
    expect(answer.roles).to.deep.equal(['BUYER']);
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/accounts');
  });

  it('let any administrator grant and revoke DISPATCHER, and record both', async () => {
    const { account } = await register(service.client());
    const { client, session } = administrator;
    const granted = await client.call<Account>('POST', path(account.id), {
      body: { role: 'DISPATCHER' },
      headers: { 'X-Request-Id': 'grant-1' },
    });
    expect(granted.status).to.equal(200);
    expect(granted.body.roles).to.deep.equal(['BUYER', 'DISPATCHER']);
    await client.delete(path(account.id, 'DISPATCHER'));
    const [first, second] = await audit(account.id);
    expect(first).to.deep.equal({
      account_id: session.account.id,
      role: 'ADMIN',
      action: 'grantRole',
      request_id: 'grant-1',
      ip: client.address,
      before: { DISPATCHER: false },
      after: { DISPATCHER: true },
      data: { role: 'DISPATCHER' },
    });
    expect(second).to.include({ action: 'revokeRole' });
  });

  it('are not changed or recorded when there is nothing to change', async () => {
    const { account } = await register(service.client());
    const { client } = administrator;
    await client.post(path(account.id), { role: 'BUYER' });
    expect((await client.delete<Account>(path(account.id, 'DISPATCHER'))).roles).to.deep.equal(['BUYER']);
    expect(await audit(account.id)).to.deep.equal([]);
  });

  it('are granted once when ten administrators do so at the same moment', async () => {
    const { account } = await register(service.client());
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => root.call('POST', path(account.id), { body: { role: 'DISPATCHER' } })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
    expect(await audit(account.id)).to.have.length(1);
  });

  it('repeat the response for an Idempotency-Key, and refuse the key with another body', async () => {
    const { account } = await register(service.client());
    const options = { body: { role: 'DISPATCHER' }, key: `grant-${account.id}` };
    const first = await root.call<Account>('POST', path(account.id), options);
    const again = await root.call<Account>('POST', path(account.id), options);
    expect(first.headers.get('idempotent-replayed')).to.equal(null);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body).to.deep.equal(first.body);
    await root.refused(422, 'idempotency.MISMATCH', 'POST', path(account.id), {
      ...options,
      body: { role: 'BUYER' },
    });
  });

  it('let only the super-administrator grant or revoke ADMIN', async () => {
    const { account } = await register(service.client());
    const { client, session } = administrator;
    await client.refused(403, 'auth.FORBIDDEN', 'POST', path(account.id), { body: { role: 'ADMIN' } });
    await client.refused(403, 'auth.FORBIDDEN', 'DELETE', path(session.account.id, 'ADMIN'));
    await root.post(path(account.id), { role: 'ADMIN' });
    await client.refused(403, 'auth.FORBIDDEN', 'DELETE', path(account.id, 'ADMIN'));
  });

  it('never let the super-administrator lose ADMIN', async () => {
    const me = await root.get<Account>('/me');
    await root.refused(409, 'admin.SUPER_ADMIN_PROTECTED', 'DELETE', path(me.id, 'ADMIN'));
    await root.get('/admin/accounts');
  });

  for (const role of ['SELLER_OWNER', 'SELLER_STAFF', 'DRIVER', 'SYSTEM']) {
    it(`refuse to grant ${role} by hand`, async () => {
      const { account } = await register(service.client());
      const problem = await root.refused(422, 'common.VALIDATION_FAILED', 'POST', path(account.id), {
        body: { role },
      });
      expect(problem.errors?.[0]).to.deep.equal({
        pointer: '/role',
        code: 'enum',
        message: 'must be one of BUYER, DISPATCHER, ADMIN',
      });
      await root.refused(422, 'common.VALIDATION_FAILED', 'DELETE', path(account.id, role));
    });
  }

  it('of an account that does not exist are not found', async () => {
    const nobody = '019c4690-1357-7f25-91bd-637adc78a147';
    await root.refused(404, 'common.NOT_FOUND', 'GET', `/admin/accounts/${nobody}`);
    await root.refused(404, 'common.NOT_FOUND', 'POST', path(nobody), { body: { role: 'DISPATCHER' } });
    await root.refused(404, 'common.NOT_FOUND', 'DELETE', path(nobody, 'DISPATCHER'));
    await root.refused(422, 'common.VALIDATION_FAILED', 'GET', '/admin/accounts/not-a-uuid');
  });

  it('are managed by administrators only', async () => {
    const client = service.client();
    const { account } = await register(client);
    await client.refused(403, 'auth.FORBIDDEN', 'POST', path(account.id), { body: { role: 'DISPATCHER' } });
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/admin/accounts');
  });
});
