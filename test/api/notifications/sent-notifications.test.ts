import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { JsonObject } from '../../../actors/runtime/machine.ts';
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

  it('show each channel: in the app delivered, the others queued and never sent', async () => {
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

  it('come by pages, newest first, and by account, kind, channel and state', async () => {
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

  it('tell how many wait for a provider on each channel', async () => {
    const { backlog: before } = await admin.get<List>('/admin/notifications?limit=1');
    await notify({ kind: 'ORDER_PLACED', accountId: await buyer(), orderId: uuidv7(), orderNumber: 'W-1' });
    const { backlog } = await admin.get<List>('/admin/notifications?limit=1');
    const of = (list: List['backlog'], channel: string) =>
      list.find((each) => each.channel === channel)?.queued;
    expect(backlog.map(({ channel }) => channel)).to.deep.equal(['EMAIL', 'SMS', 'PUSH']);
    expect(of(backlog, 'EMAIL')).to.equal((of(before, 'EMAIL') ?? 0) + 1);
    expect(of(backlog, 'SMS')).to.equal(of(before, 'SMS'));
  });

  it('are for administrators', async () => {
    const dispatcher = await signIn(service, await makeAccount(service, ['DISPATCHER']));
    await dispatcher.refused(403, 'auth.FORBIDDEN', 'GET', '/admin/notifications');
    await service.client().refused(401, 'auth.UNAUTHENTICATED', 'GET', '/admin/notifications');
  });
});
