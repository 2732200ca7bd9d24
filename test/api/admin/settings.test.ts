import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAdministrator, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { tally } from '../../worlds/shop-people.ts';

type Settings = Schema<'Settings'>;

const qar = (amount: string) => ({ amount, currency: 'QAR' });

describe('settings', () => {
  let service: TestService;
  let admin: ApiClient;
  let adminId: string;

  before(async () => {
    service = await startService({ catalogue: false });
    const account = await makeAdministrator(service);
    adminId = account.accountId;
    admin = await signIn(service, account);
  });

  after(() => service?.stop());

  // Every test starts from the defaults.
  beforeEach(async () => {
    const { database } = service.inside.deps;
    await database('settings').delete();
    await database('shipping_methods').update({ confirmed: false, version: 1 });
    const express = { price: '50.00', min_days: 1, max_days: 1, due_within_hours: 3 };
    await database('shipping_methods').where({ code: 'EXPRESS' }).update(express);
  });

  const read = () => admin.get<Settings>('/admin/settings');

  it('are development defaults until an administrator confirms them', async () => {
    const { status, body, headers } = await admin.call<Settings>('GET', '/admin/settings');
    expect(status).to.equal(200);
    expect(headers.get('etag')).to.equal(`"${body.version}"`);
    const { version, ...rest } = body;
    expect(version).to.equal(2);
    for (const setting of Object.values(rest)) expect(setting.confirmed).to.equal(false);
    expect(rest.codMaximum.value).to.deep.equal(qar('5000.00'));
    expect(rest.standardShipping.value).to.deep.equal({
      price: qar('25.00'),
      minWorkingDays: 2,
      maxWorkingDays: 4,
      dueWithinHours: 6,
    });
    expect(rest.expressShipping.value.price).to.deep.equal(qar('50.00'));
  });

  it('change together against the version that was read, and take effect at once', async () => {
    const before = await read();
    const body = {
      codMaximum: { value: qar('3500.00'), confirmed: true },
      checkoutLifeMinutes: { value: 20 },
      holidays: { value: ['2026-12-18'], confirmed: true },
      cutoffTime: { confirmed: true },
      expressShipping: {
        value: { price: qar('45.00'), minWorkingDays: 1, maxWorkingDays: 2, dueWithinHours: 4 },
        confirmed: true,
      },
    };
    await admin.refused(428, 'common.PRECONDITION_REQUIRED', 'PATCH', '/admin/settings', { body });
    const answer = await admin.call<Settings>('PATCH', '/admin/settings', { body, version: before.version });
    expect(answer.status).to.equal(200);
    const { version, ...after } = answer.body;
    const { version: versionBefore, ...unchanged } = before;
    expect(version).to.be.greaterThan(versionBefore);
    expect(after).to.deep.equal({
      ...unchanged,
      codMaximum: { value: qar('3500.00'), confirmed: true },
      checkoutLifeMinutes: { value: 20, confirmed: false },
      holidays: { value: ['2026-12-18'], confirmed: true },
      cutoffTime: { value: '14:00', confirmed: true },
      expressShipping: body.expressShipping,
    });
    expect(await read()).to.deep.equal(answer.body);
    expect((await service.inside.deps.settings.values()).codMaximum).to.equal('3500.00');
    await admin.refused(412, 'common.PRECONDITION_FAILED', 'PATCH', '/admin/settings', {
      body,
      version: versionBefore,
    });
  });

  it('get a higher version with every edit, methods as well as rows', async () => {
    const versions = [(await read()).version];
    for (const body of [
      { codMaximum: { confirmed: true } },
      { codMaximum: { value: qar('100.00') } },
      { standardShipping: { confirmed: true } },
    ]) {
      const version = versions.at(-1) ?? 0;
      versions.push((await admin.patch<Settings>('/admin/settings', body, { version })).version);
    }
    expect(versions).to.deep.equal([2, 3, 4, 5]);
    expect((await read()).codMaximum).to.deep.equal({ value: qar('100.00'), confirmed: true });
  });

  it('change once when two edits of one version meet', async () => {
    const { version } = await read();
    const edit = (value: number) =>
      admin.call('PATCH', '/admin/settings', { body: { checkoutLifeMinutes: { value } }, version });
    const answers = await Promise.all([edit(10), edit(30), edit(40)]);
    expect(tally(answers)).to.deep.equal({ '200': 1, '412 common.PRECONDITION_FAILED': 2 });
  });

  it('are refused when they make no sense, with every violation reported', async () => {
    const before = await read();
    const terms = { price: qar('25.00'), minWorkingDays: 4, maxWorkingDays: 2, dueWithinHours: 6 };
    for (const [body, pointer] of [
      [
        { codMaximum: { value: qar('1.00') }, standardShipping: { value: terms } },
        '/standardShipping/value/maxWorkingDays',
      ],
      [{ codMaximum: { value: qar('-1.00') } }, '/codMaximum/value/amount'],
      [{ codMaximum: { value: { amount: '10.00', currency: 'USD' } } }, '/codMaximum/value/currency'],
      [{ checkoutLifeMinutes: { value: 0 } }, '/checkoutLifeMinutes/value'],
      [{ holidays: { value: ['2026-02-30'] } }, '/holidays/value/0'],
      [{ cutoffTime: { value: '25:00' } }, '/cutoffTime/value'],
      [{ dispatchPhone: { value: '+97411112222' } }, '/dispatchPhone/value'],
      [{ dispatchPhone: { value: '44601100' } }, '/dispatchPhone/value'],
      [{ companyName: { value: { en: ' ', ar: 'وصل' } } }, '/companyName/value/en'],
      [{ taxRate: { value: '5.00' } }, '/taxRate'],
      [{ codMaximum: {} }, '/codMaximum'],
      [{}, '/'],
    ] as const) {
      const options = { body, version: before.version };
      const problem = await admin.refused(
        422,
        'common.VALIDATION_FAILED',
        'PATCH',
        '/admin/settings',
        options,
      );
      expect(problem.errors.map((error) => error.pointer)).to.include(pointer);
    }
    expect(await read()).to.deep.equal(before);
  });

  it('leave an entry in the audit log with the value before', async () => {
    const { version } = await read();
    const lines = () =>
      service.inside.deps.database('audit_log').where({ action: 'updateSettings' }).orderBy('id');
    const known = (await lines()).length;
    await admin.patch('/admin/settings', { codMaximum: { value: qar('800.00') } }, { version });
    const [line, ...others] = (await lines()).slice(known);
    expect(others).to.deep.equal([]);
    expect(line).to.deep.include({
      account_id: adminId,
      subject_type: 'SETTINGS',
      ip: admin.address,
      before: { codMaximum: { value: '5000.00', confirmed: false } },
      after: { codMaximum: { value: '800.00', confirmed: false } },
    });
  });

  it('have a history: each change with the value before and its author, also for a single setting', async () => {
    const { version } = await read();
    const first = await admin.patch<Settings>(
      '/admin/settings',
      { codMaximum: { value: qar('700.00'), confirmed: true }, cutoffTime: { value: '13:00' } },
      { version },
    );
    const second = await admin.patch<Settings>(
      '/admin/settings',
      { expressShipping: { confirmed: true } },
      { version: first.version },
    );
    const { data } = await admin.get<Schema<'SettingChangeList'>>('/admin/settings/history?limit=2');
    expect(data.map((change) => [change.version, change.accountId])).to.deep.equal([
      [second.version, adminId],
      [first.version, adminId],
    ]);
    expect(data[1]?.changes).to.have.deep.members([
      {
        key: 'codMaximum',
        before: { value: qar('5000.00'), confirmed: false },
        after: { value: qar('700.00'), confirmed: true },
      },
      {
        key: 'cutoffTime',
        before: { value: '14:00', confirmed: false },
        after: { value: '13:00', confirmed: false },
      },
    ]);
    expect(data[0]?.changes.map(({ key, after }) => [key, after.confirmed])).to.deep.equal([
      ['expressShipping', true],
    ]);
    const of = (key: string) =>
      admin.get<Schema<'SettingChangeList'>>(`/admin/settings/history?key=${key}&limit=1`);
    expect((await of('cutoffTime')).data[0]?.version).to.equal(first.version);
    expect((await of('fairnessToleranceSeconds')).data).to.deep.equal([]);
  });
});
