import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { type AccountsService, register, startAccounts, superAdministrator } from './accounts-service.ts';

type Account = Schema<'Account'>;
type AccountList = Schema<'AccountList'>;
type AuditLog = Schema<'AuditLog'>;

describe("the administrator's lists", () => {
  let service: AccountsService;
  let root: ApiClient;
  const made: string[] = [];

  before(async () => {
    service = await startAccounts();
    root = await superAdministrator(service);
    for (const [email, displayName] of [
      ['noora@wasl.example', 'نورة الكواري'],
      ['hamad@wasl.example', 'Hamad Al-Thani'],
      ['percent%sign@wasl.example', 'Under_Score'],
    ] as const) {
      made.push((await register(service.client(), { email, displayName })).account.id);
    }
  });
  after(() => service.stop());

  const emails = async (query: string) =>
    (await root.get<AccountList>(`/admin/accounts?${query}`)).data.map(({ email }) => email);

  it('shows accounts newest first, each once across the pages', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page: AccountList = await root.get<AccountList>(`/admin/accounts?limit=1${more}`);
      expect(page.data).to.have.length(1);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.page.nextCursor;
      expect(page.page.hasMore).to.equal(cursor !== null);
    } while (cursor !== null);
    const me = await root.get<Account>('/me');
    expect(seen).to.deep.equal([...made.toReversed(), me.id]);
  });

  it('searches by part of an e-mail or name, taking wildcards literally', async () => {
    expect(await emails('q=HAMAD')).to.deep.equal(['hamad@wasl.example']);
    expect(await emails(`q=${encodeURIComponent('كواري')}`)).to.deep.equal(['noora@wasl.example']);
    expect(await emails('q=%25')).to.deep.equal(['percent%sign@wasl.example']);
    expect(await emails('q=_')).to.deep.equal(['percent%sign@wasl.example']);
    expect(await emails('q=nobody-has-this')).to.deep.equal([]);
  });

  it('filters by role', async () => {
    expect(await emails('role=ADMIN')).to.deep.equal(['root@wasl.example']);
    await root.post(`/admin/accounts/${made[1]}/roles`, { role: 'DISPATCHER' });
    expect(await emails('role=DISPATCHER&q=wasl')).to.deep.equal(['hamad@wasl.example']);
  });

  it('refuses a cursor of another list or filter, and limits above 100', async () => {
    const { page } = await root.get<AccountList>('/admin/accounts?limit=1');
    for (const path of [
      `/admin/audit-log?cursor=${page.nextCursor}`,
      `/admin/accounts?q=a&cursor=${page.nextCursor}`,
      '/admin/accounts?cursor=made-up',
    ]) {
      await root.refused(400, 'common.BAD_CURSOR', 'GET', path);
    }
    await root.refused(422, 'common.VALIDATION_FAILED', 'GET', '/admin/accounts?limit=101');
    await root.refused(422, 'common.VALIDATION_FAILED', 'GET', '/admin/accounts?role=KING');
  });

  it('shows one account without its secrets', async () => {
    const account = await root.get<Account>(`/admin/accounts/${made[0]}`);
    expect(account).to.include({ id: made[0], email: 'noora@wasl.example', displayName: 'نورة الكواري' });
    expect(Object.keys(account)).to.have.members([
      'id',
      'email',
      'phone',
      'displayName',
      'locale',
      'roles',
      'verified',
      'hasPassword',
      'mfaEnrolled',
      'status',
      'sellerId',
      'driverId',
      'createdAt',
      'failedSignIns',
      'lockedUntil',
      'openSessions',
    ]);
  });

  it('shows the audit log newest first, including the creation of the super-administrator', async () => {
    await root.post(`/admin/accounts/${made[2]}/roles`, { role: 'DISPATCHER' });
    const first = await root.get<AuditLog>('/admin/audit-log?limit=1');
    expect(first.data[0]).to.include({
      action: 'grantRole',
      subjectType: 'ACCOUNT',
      subjectId: made[2],
      role: 'ADMIN',
      reason: null,
    });
    const rest = await root.get<AuditLog>(`/admin/audit-log?cursor=${first.page.nextCursor}`);
    expect(rest.data.at(-1)).to.include({ action: 'createSuperAdmin', role: 'SYSTEM', accountId: null });
    expect(rest.data.map(({ id }) => id)).to.not.include(first.data[0]?.id);
  });
});
