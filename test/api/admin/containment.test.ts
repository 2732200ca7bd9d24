import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../../../scripts/shared/waiting.ts';
import {
  insertRefusal,
  MAX_REFUSALS_OF_ACCOUNT,
  purgeAudit,
} from '../../../server/kernel/audit/audit-store.ts';
import { connectLive } from '../../realtime/live-fixture.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, PASSWORD, signIn } from '../../support/people.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type AdminAccount = Schema<'AdminAccount'>;
type AuditLog = Schema<'AuditLog'>;

const reason = 'The owner reports a stolen phone';

/**
 * Refusals are counted per hour of the clock: when a full hour passed during the check, it is repeated with other
 * people.
 */
async function withinAnHour(look: () => Promise<void>): Promise<void> {
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const began = hour();
  try {
    await look();
  } catch (error) {
    if (hour() === began) throw error;
    await look();
  }
}

describe('administrators', () => {
  let world: DeliveryWorld;
  let admin: ApiClient;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    admin = await world.admin();
    driver = await world.onDuty({ at: STORE });
  });

  after(() => world?.close());

  const log = (query: string) => admin.get<AuditLog>(`/admin/audit-log?${query}`);
  const standing = (accountId: string, act: string, body?: object) =>
    admin.call<AdminAccount>(
      'POST',
      `/admin/accounts/${accountId}/${act}`,
      body === undefined ? {} : { body },
    );

  describe('disable an account', () => {
    it('ends its sessions and sockets at once, and lets it in again when enabled', async () => {
      const person = await makeAccount(world.service, ['BUYER']);
      const phone = await signIn(world.service, person);
      const laptop = await signIn(world.service, person);
      const live = await connectLive(world.service.url, phone.token);
      const closed = live.disconnected();
      const { status, body } = await standing(person.accountId, 'disable', { reason });
      expect(status).to.equal(200);
      expect(body).to.include({ id: person.accountId, status: 'DISABLED', openSessions: 0 });
      await closed;
      for (const client of [phone, laptop]) await client.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
      const credentials = { body: { email: person.email, password: PASSWORD } };
      const guest = world.service.client();
      await guest.refused(403, 'auth.ACCOUNT_DISABLED', 'POST', '/auth/login', credentials);

      const again = await standing(person.accountId, 'disable', { reason: 'Twice' });
      expect(again.body.status).to.equal('DISABLED');
      const { data } = await log(`subjectId=${person.accountId}&action=disableAccount`);
      expect(
        data.map(({ action }) => action),
        'a repetition changes nothing',
      ).to.deep.equal(['disableAccount']);
      expect(data[0]).to.deep.include({
        ...{ role: 'ADMIN', subjectType: 'ACCOUNT', reason, ip: admin.address },
        ...{ before: { status: 'ACTIVE' }, after: { status: 'DISABLED' }, data: { sessionsEnded: 2 } },
      });

      await standing(person.accountId, 'enable', { reason: 'The phone was found' });
      await phone.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/me');
      await signIn(world.service, person);
      await world.settle();
      const kinds = await world.database('notifications').where('account_id', person.accountId).pluck('kind');
      expect(kinds).to.include.members(['ACCOUNT_DISABLED', 'ACCOUNT_ENABLED']);
    });

    it('that signs in at the same moment, and no session survives', async () => {
      const person = await makeAccount(world.service, ['BUYER']);
      const body = { email: person.email, password: PASSWORD };
      await Promise.all([
        ...Array.from({ length: 6 }, () => world.service.client().call('POST', '/auth/login', { body })),
        standing(person.accountId, 'disable', { reason }),
      ]);
      const open = await world
        .database('sessions')
        .where('account_id', person.accountId)
        .whereNull('revoked_at');
      expect(open).to.deep.equal([]);
    });

    it('but never the super-administrator, and another administrator only as the super-administrator', async () => {
      const me = await admin.get<Schema<'Account'>>('/me');
      const code = 'admin.SUPER_ADMIN_PROTECTED';
      await admin.refused(409, code, 'POST', `/admin/accounts/${me.id}/disable`, { body: { reason } });
      const [one, other] = [
        await makeAccount(world.service, ['ADMIN']),
        await makeAccount(world.service, ['ADMIN']),
      ];
      const client = await signIn(world.service, one);
      await world.database('sessions').where('account_id', one.accountId).update({ mfa_at: new Date() });
      const path = `/admin/accounts/${other.accountId}`;
      await client.refused(403, 'auth.FORBIDDEN', 'POST', `${path}/disable`, { body: { reason } });
      await standing(other.accountId, 'disable', { reason });
      await client.refused(403, 'auth.FORBIDDEN', 'POST', `${path}/enable`, { body: { reason } });
      await world.dispatcher.refused(403, 'auth.FORBIDDEN', 'POST', `${path}/enable`, { body: { reason } });
      const nobody = '019c4690-1357-7f25-91bd-637adc78a147';
      await admin.refused(404, 'common.NOT_FOUND', 'POST', `/admin/accounts/${nobody}/disable`, {
        body: { reason },
      });
    });
  });

  it('end a lock, along with everything that was counted', async () => {
    const person = await makeAccount(world.service, ['BUYER']);
    const wrong = { body: { email: person.email, password: 'not-the-password' } };
    const guest = world.service.client();
    for (let time = 0; time < 5; time += 1) await guest.call('POST', '/auth/login', wrong);
    const path = `/admin/accounts/${person.accountId}`;
    const locked = await admin.get<AdminAccount>(path);
    expect(locked.lockedUntil).to.be.a('string');
    const right = { body: { email: person.email, password: PASSWORD } };
    await guest.refused(423, 'auth.ACCOUNT_LOCKED', 'POST', '/auth/login', right);
    const { body } = await standing(person.accountId, 'unlock');
    expect(body).to.include({ failedSignIns: 0, lockedUntil: null });
    await standing(person.accountId, 'unlock');
    await guest.post('/auth/login', right.body);
    const { data } = await log(`subjectId=${person.accountId}&action=unlockAccount`);
    expect(data).to.have.length(1);
    expect(data[0]?.after).to.deep.equal({ failures: 0, lockedUntil: null });
    const unknown = '/admin/accounts/019c4690-1357-7f25-91bd-637adc78a147/unlock';
    await admin.refused(404, 'common.NOT_FOUND', 'POST', unknown);
  });

  it('see who signed in from where, and who failed to', async () => {
    const person = await makeAccount(world.service, ['BUYER']);
    const client = await signIn(world.service, person);
    const of = async (query: string) => (await log(query)).data;
    const [came] = await of(`accountId=${person.accountId}&action=signIn`);
    expect(came).to.deep.include({ subjectType: 'SESSION', role: 'BUYER', ip: client.address });
    expect(came?.data).to.deep.equal({ surface: 'api', secondFactor: false });
    await standing(person.accountId, 'disable', { reason });
    const body = { email: person.email, password: PASSWORD };
    const thief = world.service.client();
    await thief.refused(403, 'auth.ACCOUNT_DISABLED', 'POST', '/auth/login', { body });
    const [refused] = await of(`ip=${thief.address}`);
    expect(refused).to.deep.include({ action: 'signInRefused', subjectId: person.accountId });
    expect(refused?.data).to.deep.equal({ code: 'auth.ACCOUNT_DISABLED', surface: 'api' });

    const target = await makeAccount(world.service, ['BUYER']);
    const guesser = world.service.client();
    const wrong = { email: target.email, password: 'not-the-password' };
    for (let time = 0; time < 7; time += 1) await guesser.call('POST', '/auth/login', { body: wrong });
    const locks = await of(`ip=${guesser.address}`);
    expect(locks.map(({ action, subjectId, accountId }) => [action, subjectId, accountId])).to.deep.equal([
      ['signInLocked', target.accountId, null],
    ]);
    // Nothing is stored about e-mails that have no account, however often they are tried.
    const stranger = world.service.client();
    const unknown = { email: 'nobody-at-all@test.wasl.example', password: 'not-the-password' };
    for (let time = 0; time < 6; time += 1) await stranger.call('POST', '/auth/login', { body: unknown });
    expect(await of(`ip=${stranger.address}`)).to.deep.equal([]);
    expect(JSON.stringify((await log('limit=100')).data)).to.not.include('@test.wasl.example');
  });

  it('see who tried to do what they are not permitted to, while no one can flood the log', () =>
    withinAnHour(seeRefusals));

  async function seeRefusals(): Promise<void> {
    const { database } = world;
    const refusals = (accountId: string) =>
      log(`action=accessRefused&accountId=${accountId}&limit=100`).then(({ data }) => data);
    const recorded = async (accountId: string, count: number) => {
      let found = await refusals(accountId);
      await until(async () => {
        found = await refusals(accountId);
        return found.length >= count;
      });
      return found;
    };

    const clerk = await makeAccount(world.service, ['DISPATCHER']);
    const client = await signIn(world.service, clerk);
    const grant = `/admin/accounts/${clerk.accountId}/roles`;
    const body = { role: 'ADMIN' };
    const headers = { 'X-Request-Id': 'refused-1' };
    expect((await client.call('POST', grant, { body, headers })).status).to.equal(403);
    const [entry] = await recorded(clerk.accountId, 1);
    expect(entry).to.deep.include({
      ...{ role: 'DISPATCHER', subjectType: 'OPERATION', subjectId: 'grantRole', requestId: 'refused-1' },
      ...{ ip: client.address, reason: null, before: null, after: null, data: { code: 'auth.FORBIDDEN' } },
    });
    // A refusal that involves no privileged operation, or a missing record, is not logged.
    await client.refused(403, 'auth.FORBIDDEN', 'GET', '/orders');
    await client.refused(
      404,
      'common.NOT_FOUND',
      'GET',
      '/dispatch/tasks/019c4690-1357-7f25-91bd-637adc78a147',
    );

    const administrator = await makeAccount(world.service, ['ADMIN']);
    const withoutFactor = await signIn(world.service, administrator);
    await withoutFactor.refused(403, 'auth.MFA_REQUIRED', 'GET', '/admin/settings');
    await world
      .database('sessions')
      .where('account_id', administrator.accountId)
      .update({ mfa_at: new Date() });
    // Refused by the operation itself, which depends on the account concerned.
    await withoutFactor.refused(403, 'auth.FORBIDDEN', 'POST', grant, { body });
    const codes = (await recorded(administrator.accountId, 2)).map(({ subjectId, data }) => [
      subjectId,
      data.code,
    ]);
    expect(codes).to.deep.equal([
      ['grantRole', 'auth.FORBIDDEN'],
      ['getSettings', 'auth.MFA_REQUIRED'],
    ]);

    // Many operations, repeatedly: ten entries an hour; and one entry per operation, by any number of processes.
    const flood = await makeAccount(world.service, ['BUYER']);
    const flooder = await signIn(world.service, flood);
    const places = ['accounts', 'settings', 'orders', 'sellers', 'offers', 'categories', 'commission-plans'];
    const more = ['payouts', 'payables', 'notifications', 'audit-log', 'ledger/check', 'settings/history'];
    for (let time = 0; time < 2; time += 1)
      await Promise.all([...places, ...more].map((place) => flooder.call('GET', `/admin/${place}`)));
    const known = await recorded(flood.accountId, MAX_REFUSALS_OF_ACCOUNT);
    await flooder.refused(403, 'auth.FORBIDDEN', 'GET', '/dispatch/board');
    const other = await makeAccount(world.service, ['BUYER']);
    const refusal = {
      ...{
        accountId: other.accountId,
        role: 'BUYER' as const,
        operation: 'getSettings',
        requestId: null,
        ip: null,
      },
      data: { code: 'auth.FORBIDDEN' },
    };
    await Promise.all(
      Array.from({ length: 20 }, () => insertRefusal(database, { ...refusal, id: randomUUID() })),
    );
    expect(await refusals(other.accountId)).to.have.length(1);
    expect(await refusals(flood.accountId)).to.have.length(known.length);
    expect(known).to.have.length(MAX_REFUSALS_OF_ACCOUNT);
    expect(await refusals(clerk.accountId)).to.have.length(1);
  }

  describe('read the audit log', () => {
    it('by actor, action, subject, address and time, page by page', async () => {
      const from = new Date().toISOString();
      const people: { accountId: string }[] = [];
      while (people.length < 3) people.push(await makeAccount(world.service, ['BUYER']));
      for (const { accountId } of people)
        await admin.post(`/admin/accounts/${accountId}/roles`, { role: 'DISPATCHER' });
      const me = await admin.get<Schema<'Account'>>('/me');
      const third = people[2]?.accountId ?? '';
      const ids = async (query: string) => (await log(query)).data.map(({ subjectId }) => subjectId);
      const newest = people.map(({ accountId }) => accountId).toReversed();
      const granted = `action=grantRole&from=${from}`;
      expect(await ids(granted)).to.deep.equal(newest);
      expect(await ids(`${granted}&accountId=${me.id}`)).to.deep.equal(newest);
      expect(await ids(`${granted}&accountId=${third}`)).to.deep.equal([]);
      expect(await ids(`${granted}&subjectType=ACCOUNT&subjectId=${third}`)).to.deep.equal([third]);
      expect(await ids(`${granted}&ip=${admin.address}`)).to.deep.equal(newest);
      expect(await ids(`${granted}&ip=203.0.113.99`)).to.deep.equal([]);
      expect(await ids(`action=grantRole&to=${from}`)).to.not.include.members(newest);
      const first = await log(`${granted}&limit=2`);
      expect(first.page.hasMore).to.equal(true);
      const cursor = first.page.nextCursor;
      expect(await ids(`${granted}&limit=2&cursor=${cursor}`)).to.deep.equal(newest.slice(2));
      const other = `/admin/audit-log?action=revokeRole&cursor=${cursor}`;
      await admin.refused(400, 'common.BAD_CURSOR', 'GET', other);
    });

    it('which nothing changes or deletes from, except entries older than two years', async () => {
      const { database } = world;
      const refusal = /audit_log is append-only/;
      const fault = async (sql: string) => {
        try {
          await database.raw(sql);
          return '';
        } catch (error) {
          return String(error);
        }
      };
      for (const sql of [
        `UPDATE audit_log SET reason = 'another'`,
        'DELETE FROM audit_log',
        'TRUNCATE audit_log',
        `UPDATE audit_log SET at = now() - interval '3 years'`,
      ])
        expect(await fault(sql), sql).to.match(refusal);
      await database.raw(
        `INSERT INTO audit_log (id, at, action, subject_type, subject_id)
         SELECT gen_random_uuid(), now() - make_interval(days => age), 'old', 'TEST', age::text
           FROM unnest(ARRAY[800, 740, 700]) age`,
      );
      expect(await purgeAudit(database, 1)).to.equal(1);
      expect(await purgeAudit(database, 100)).to.equal(1);
      expect(await purgeAudit(database, 100)).to.equal(0);
      const left = await database('audit_log').where({ action: 'old' }).pluck('subject_id');
      expect(left).to.deep.equal(['700']);
    });

    it("with dispatchers' and administrators' commands to orders and drivers, written where they took effect", async () => {
      const { orderId, groupId } = await world.order();
      const path = `/admin/order-groups/${groupId}/cancel`;
      const headers = { 'X-Request-Id': 'cancel-1' };
      const cancelled = await admin.call('POST', path, { body: { reason }, headers });
      expect(cancelled.status).to.equal(200);
      await admin.call('POST', path, { body: { reason } });
      const { data } = await log(`subjectId=${orderId}`);
      expect(data, 'once, however often it is requested').to.have.length(1);
      expect(data[0]).to.deep.include({
        ...{ role: 'ADMIN', action: 'order.cancel-group', subjectType: 'ORDER', reason },
        ...{ requestId: 'cancel-1', ip: admin.address },
      });
      expect(data[0]?.before).to.deep.include({
        [`GROUP ${groupId}`]: 'PENDING_ACCEPTANCE',
        status: 'PENDING',
      });
      expect(data[0]?.after).to.deep.include({ [`GROUP ${groupId}`]: 'CANCELLED', status: 'CANCELLED' });

      const drivers = `/dispatch/drivers/${driver.driverId}`;
      const { version, cashLimit } = await world.dispatcher.get<Schema<'Driver'>>(drivers);
      await world.dispatcher.patch(
        drivers,
        { cashLimit: { amount: '1234.00', currency: 'QAR' } },
        { version },
      );
      const [edit] = (await log(`subjectId=${driver.driverId}&action=driver.update`)).data;
      expect(edit).to.deep.include({ role: 'DISPATCHER', ip: world.dispatcher.address });
      expect([edit?.before?.cashLimit, edit?.after?.cashLimit]).to.deep.equal([cashLimit?.amount, '1234.00']);

      // When people act on what is theirs, the history is record enough.
      const own = await world.order();
      await world.buyer.post(`/orders/${own.orderId}/cancel`, { reason });
      expect((await log(`subjectId=${own.orderId}`)).data).to.deep.equal([]);
    });
  });

  it('see one order with its groups, tasks, ledger, notifications and events', async () => {
    const placed = await world.ready();
    await world.deliver(driver, placed);
    const order = await admin.get<Schema<'AdminOrder'>>(`/admin/orders/${placed.orderId}`);
    expect(order).to.include({ id: placed.orderId, status: 'DELIVERED', complete: true });
    expect(order.buyer).to.include({ status: 'ACTIVE' });
    expect(order.groups.map(({ id, payment }) => [id, payment.status])).to.deep.equal([
      [placed.groupId, 'COLLECTED'],
    ]);
    expect(order.tasks).to.have.length(1);
    expect(order.tasks[0]).to.deep.include({ id: placed.taskId, status: 'COMPLETED', attempt: 1 });
    expect(order.tasks[0]?.driver?.driverId).to.equal(driver.driverId);
    expect(new Set(order.ledger.map(({ kind }) => kind))).to.deep.equal(
      new Set(['COLLECTION', 'COMPLETION']),
    );
    const accounts = new Set(order.notifications.map(({ accountId }) => accountId));
    expect(accounts.size, "the buyer's, the seller's and the driver's").to.equal(3);
    const kinds = order.notifications.map(({ kind }) => kind);
    expect(kinds).to.include.members(['ORDER_PLACED', 'NEW_ORDER', 'TASK_OFFERED', 'DELIVERED']);
    expect(JSON.stringify(order)).to.not.match(/"sealed/);
    const moves = order.events.map(({ subjectType, to }) => `${subjectType} ${to}`);
    expect(moves).to.include.members([
      'GROUP DELIVERED',
      'TASK COMPLETED',
      'TASK PICKED_UP',
      'GROUP ACCEPTED',
    ]);
    expect(order.events.map(({ at }) => at)).to.deep.equal(
      order.events
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const missing = '/admin/orders/019c4690-1357-7f25-91bd-637adc78a147';
    await admin.refused(404, 'common.NOT_FOUND', 'GET', missing);
    await world.dispatcher.refused(403, 'auth.FORBIDDEN', 'GET', `/admin/orders/${placed.orderId}`);
  });
});
