import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
import { inTransaction } from '../../../db/unit-of-work.ts';
import { eraseCodes, queueCode } from '../../../server/notifications/notifications.ts';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { makeAccount, makeAdministrator, signIn } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

type List = Schema<'SentNotificationList'>;

describe('the notifications that an administrator sees', () => {
  let service: TestService;
  let admin: ApiClient;

  before(async () => {
    service = await startService({ catalogue: false });
    admin = await signIn(service, await makeAdministrator(service));
  });

  after(() => service?.stop());

  async function notify(payload: JsonObject): Promise<void> {
    const { deps } = service.inside;
    const source = { kind: 'order' as const, key: uuidv7() };
    const ids = { effectId: randomUUID(), correlationId: randomUUID() };
    await notifyConsumer(deps)(payload, { ...ids, source, version: 1, requestId: null });
  }

  async function buyer(): Promise<string> {
    return (await makeAccount(service, ['BUYER'])).accountId;
  }

  const channels = (sent: List['data'][number] | undefined) =>
    sent?.deliveries.map(({ channel, status }) => `${channel} ${status}`);

  it('show each channel: delivered in the app, the others queued and never sent', async () => {
    const accountId = await buyer();
    await notify({
      kind: 'GROUP_ACCEPTED',
      accountId,
      orderId: uuidv7(),
      groupId: uuidv7(),
      orderNumber: 'W-1',
    });
    const { data } = await admin.get<List>(`/admin/notifications?accountId=${accountId}`);
    expect(data).to.have.length(1);
    expect(channels(data[0])).to.deep.equal(['EMAIL QUEUED', 'IN_APP DELIVERED', 'PUSH QUEUED']);
    expect(data[0]).to.not.have.any.keys('title', 'body');
  });

  it('come page by page, newest first, and by account, kind, channel and state', async () => {
    const [accountId, other] = [await buyer(), await buyer()];
    for (const orderNumber of ['W-1', 'W-2', 'W-3'])
      await notify({ kind: 'ORDER_PLACED', accountId, orderId: uuidv7(), orderNumber });
    await notify({
      kind: 'GROUP_READY',
      accountId,
      orderId: uuidv7(),
      groupId: uuidv7(),
      orderNumber: 'W-1',
    });
    await notify({ kind: 'ORDER_PLACED', accountId: other, orderId: uuidv7(), orderNumber: 'W-9' });
    const list = async (query: string) =>
      (await admin.get<List>(`/admin/notifications?accountId=${accountId}${query}`)).data;
    const numbers = async (query: string) => (await list(query)).map(({ data }) => data.orderNumber);
    expect(await numbers('&kind=ORDER_PLACED')).to.deep.equal(['W-3', 'W-2', 'W-1']);
    expect((await list('&channel=PUSH')).map(({ kind }) => kind)).to.deep.equal(['GROUP_READY']);
    expect(await list('&channel=EMAIL&status=SENT')).to.deep.equal([]);
    expect(await list('&status=QUEUED')).to.have.length(4);
    const first = await admin.get<List>(`/admin/notifications?accountId=${accountId}&limit=3`);
    const cursor = encodeURIComponent(first.page.nextCursor ?? '');
    const rest = await admin.get<List>(
      `/admin/notifications?accountId=${accountId}&limit=3&cursor=${cursor}`,
    );
    expect([...first.data, ...rest.data].map(({ kind }) => kind)).to.deep.equal([
      'GROUP_READY',
      'ORDER_PLACED',
      'ORDER_PLACED',
      'ORDER_PLACED',
    ]);
  });

  it('show how many wait for a provider on each channel', async () => {
    const { backlog: before } = await admin.get<List>('/admin/notifications?limit=1');
    await notify({ kind: 'ORDER_PLACED', accountId: await buyer(), orderId: uuidv7(), orderNumber: 'W-1' });
    const { backlog } = await admin.get<List>('/admin/notifications?limit=1');
    const of = (list: List['backlog'], channel: string) =>
      list.find((each) => each.channel === channel)?.queued;
    expect(backlog.map(({ channel }) => channel)).to.deep.equal(['EMAIL', 'SMS', 'PUSH']);
    expect(of(backlog, 'EMAIL')).to.equal((of(before, 'EMAIL') ?? 0) + 1);
    expect(of(backlog, 'SMS')).to.equal(of(before, 'SMS'));
  });

  it('show how old a backlog is, and how many are held and have failed', async () => {
    const accountId = await buyer();
    await notify({ kind: 'BANK_ACCOUNT_CHANGED', accountId });
    const { database } = service.inside.deps;
    const ofAccount = database('notifications').where({ account_id: accountId }).select('id');
    const change = (channel: string, change: object) =>
      database('notification_deliveries')
        .whereIn('notification_id', ofAccount)
        .where({ channel })
        .update(change);
    const waited = database.raw("now() - interval '2 hours'");
    await change('SMS', { created_at: waited, next_attempt_at: database.raw('now()'), attempts: 3 });
    const { backlog: before } = await admin.get<List>('/admin/notifications?limit=1');
    await change('EMAIL', { status: 'HELD', release_at: database.raw('now()') });
    await change('PUSH', { status: 'FAILED', last_error: 'gone' });
    const { backlog } = await admin.get<List>('/admin/notifications?limit=1');
    const of = (list: List['backlog'], channel: string) => list.find((each) => each.channel === channel);
    const sms = of(backlog, 'SMS');
    expect(sms?.oldestAgeSeconds).to.be.within(7_200, 7_400);
    expect(Date.now() - Date.parse(sms?.oldestSince ?? '')).to.be.within(7_100_000, 7_400_000);
    const [heldBefore, failedBefore] = [of(before, 'EMAIL')?.held ?? 0, of(before, 'PUSH')?.failed ?? 0];
    expect(of(backlog, 'EMAIL')).to.include({
      held: heldBefore + 1,
      queued: (of(before, 'EMAIL')?.queued ?? 0) - 1,
    });
    expect(of(backlog, 'PUSH')).to.include({ failed: failedBefore + 1 });
  });

  it('include messages to addresses, without their secrets', async () => {
    const { deps } = service.inside;
    const phone = '+97455001122';
    const message = { kind: 'SIGN_IN_CODE', code: '739155', locale: 'en', codeId: uuidv7() } as const;
    const at = deps.clock.now();
    const times = { at, expiresAt: new Date(at.getTime() + 600_000) };
    await inTransaction(deps.database, (trx) =>
      queueCode(trx, deps, { ...message, ...times, to: { phone } }),
    );
    const listed = await admin.get<List>('/admin/notifications?kind=SIGN_IN_CODE');
    expect(listed.data).to.have.length(1);
    expect(listed.data[0]).to.include({ accountId: null, address: phone, readAt: null });
    expect(channels(listed.data[0])).to.deep.equal(['SMS QUEUED']);
    expect(JSON.stringify(listed)).not.to.contain('739155');
    const row = await deps.database('notifications').where({ recipient_phone: phone }).first();
    expect(row).to.include({ recipient_locale: 'en', recipient_email: null });
    expect(deps.secrets.open('one-time-code', row.sealed, message.codeId)).to.equal('739155');
    expect(JSON.stringify({ ...row, sealed: null })).not.to.contain('739155');
    await inTransaction(deps.database, (trx) => eraseCodes(trx, [message.codeId]));
    const erased = await deps.database('notifications').where({ id: row.id }).first('sealed');
    expect(erased?.sealed).to.equal(null);
  });

  describe('that failed', () => {
    /** A notification whose e-mail and push failed, while its SMS was sent. */
    async function failed(): Promise<string> {
      const accountId = await buyer();
      await notify({ kind: 'BANK_ACCOUNT_CHANGED', accountId });
      const { database } = service.inside.deps;
      const { id } = await database('notifications').where({ account_id: accountId }).first('id');
      const of = (channels: string[]) =>
        database('notification_deliveries').where({ notification_id: id }).whereIn('channel', channels);
      await of(['EMAIL', 'PUSH']).update({ status: 'FAILED', attempts: 12, last_error: '550 No such user' });
      await of(['SMS']).update({ status: 'SENT', attempts: 1, provider_ref: 'gateway-1' });
      return id;
    }
    const path = (id: string) => `/admin/notifications/${id}/requeue`;

    it('are listed with the text of the refusal, page by page', async () => {
      const ids = [await failed(), await failed(), await failed()];
      const first = await admin.get<List>('/admin/notifications?status=FAILED&channel=EMAIL&limit=2');
      const cursor = encodeURIComponent(first.page.nextCursor ?? '');
      const rest = await admin.get<List>(
        `/admin/notifications?status=FAILED&channel=EMAIL&limit=2&cursor=${cursor}`,
      );
      const found = [...first.data, ...rest.data];
      expect(found.slice(0, 3).map(({ id }) => id)).to.deep.equal(ids.reverse());
      expect(found[0]?.deliveries.find(({ channel }) => channel === 'EMAIL')).to.include({
        status: 'FAILED',
        lastError: '550 No such user',
        nextAttemptAt: null,
      });
      expect((await admin.get<List>('/admin/notifications?status=FAILED&channel=SMS')).data).to.deep.equal(
        [],
      );
    });

    it('are queued again, except what was sent, and that is recorded', async () => {
      const id = await failed();
      const key = randomUUID();
      const first = await admin.call<List['data'][number]>('POST', path(id), {
        body: { channel: 'EMAIL' },
        key,
      });
      expect(channels(first.body)).to.deep.equal([
        'EMAIL QUEUED',
        'IN_APP DELIVERED',
        'PUSH FAILED',
        'SMS SENT',
      ]);
      expect(first.body.deliveries[0]).to.include({ attempts: 0 });
      const again = await admin.call<List['data'][number]>('POST', path(id), {
        body: { channel: 'EMAIL' },
        key,
      });
      expect(again.status).to.equal(200);
      await admin.refused(409, 'common.CONFLICT', 'POST', path(id), { body: { channel: 'EMAIL' } });
      const rest = await admin.call<List['data'][number]>('POST', path(id), { body: {} });
      expect(channels(rest.body)).to.deep.equal([
        'EMAIL QUEUED',
        'IN_APP DELIVERED',
        'PUSH QUEUED',
        'SMS SENT',
      ]);
      await admin.refused(409, 'common.CONFLICT', 'POST', path(id), { body: {} });
      await admin.refused(404, 'common.NOT_FOUND', 'POST', path(uuidv7()), { body: {} });
      const entries = await service.inside.deps
        .database('audit_log')
        .where({ action: 'requeueNotification', subject_id: id })
        .orderBy('at')
        .select('before', 'after');
      expect(entries.map(({ before }) => Object.keys(before))).to.deep.equal([['EMAIL'], ['PUSH']]);
      expect(entries[0].after).to.deep.equal({ EMAIL: { status: 'QUEUED', attempts: 0 } });
    });

    it('are queued once when several administrators do so at once', async () => {
      const id = await failed();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => admin.call('POST', path(id), { body: {} })),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409]);
    });

    it('are queued again by channel, after an outage', async () => {
      await failed();
      const failing = async (channel: string) =>
        (await admin.get<List>('/admin/notifications?limit=1')).backlog.find(
          (each) => each.channel === channel,
        )?.failed ?? 0;
      const [emails, pushes] = [await failing('EMAIL'), await failing('PUSH')];
      const none = { channel: 'EMAIL', kind: 'ORDER_PLACED' };
      const all = '/admin/notifications/requeue';
      expect(await admin.post(all, none)).to.deep.equal({ requeued: 0 });
      expect(await admin.post(all, { channel: 'EMAIL' })).to.deep.equal({ requeued: emails });
      expect([await failing('EMAIL'), await failing('PUSH')]).to.deep.equal([0, pushes]);
    });
  });

  it('are for administrators', async () => {
    const dispatcher = await signIn(service, await makeAccount(service, ['DISPATCHER']));
    await dispatcher.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/notifications');
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/admin/notifications');
  });
});
