import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import { notifyConsumer } from '../../../server/notifications/notify-consumer.ts';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';

type List = Schema<'NotificationList'>;
type Notification = Schema<'Notification'>;

describe('notification endpoints', () => {
  let service: TestService;

  before(async () => {
    service = await startService({ catalogue: false });
  });

  after(() => service.stop());

  async function buyer(): Promise<{ client: ApiClient; accountId: string }> {
    const client = service.client();
    const { accessToken, account } = await client.post<Schema<'AuthSession'>>('/auth/register', {
      email: `${randomUUID()}@example.com`,
      password: 'correct horse battery',
      displayName: 'Buyer',
      locale: 'en',
    });
    client.token = accessToken;
    return { client, accountId: account.id };
  }

  async function notify(accountId: string, orderNumber: string): Promise<void> {
    const { deps } = service.inside;
    const source = { kind: 'order' as const, key: uuidv7() };
    const context = {
      effectId: randomUUID(),
      source,
      version: 1,
      correlationId: randomUUID(),
      requestId: null,
    };
    const payload = { kind: 'ORDER_PLACED', accountId, orderId: source.key, orderNumber };
    await notifyConsumer(deps)(payload, context);
  }

  it("list the caller's notifications, newest first, page by page, with the number unread", async () => {
    const [mine, other] = [await buyer(), await buyer()];
    for (const number of ['W-1', 'W-2', 'W-3']) await notify(mine.accountId, number);
    await notify(other.accountId, 'W-4');
    const first = await mine.client.get<List>('/notifications?limit=2');
    expect(first.data.map(({ data }) => data.orderNumber)).to.deep.equal(['W-3', 'W-2']);
    expect(first.page).to.include({ hasMore: true, unreadCount: 3 });
    const rest = await mine.client.get<List>(`/notifications?limit=2&cursor=${first.page.nextCursor}`);
    expect(rest.data.map(({ data }) => data.orderNumber)).to.deep.equal(['W-1']);
    expect(rest.page).to.deep.equal({ nextCursor: null, hasMore: false, unreadCount: 3 });
  });

  it('use the requested language', async () => {
    const { client, accountId } = await buyer();
    await notify(accountId, 'W-1');
    const titles = async (query: string, headers: Record<string, string> = {}) => {
      const { body } = await client.call<List>('GET', `/notifications${query}`, { headers });
      return body.data[0]?.title;
    };
    expect(await titles('?locale=en')).to.equal('Order placed');
    expect(await titles('?locale=ar')).to.equal('تم استلام طلبك');
    expect(await titles('', { 'Accept-Language': 'ar' })).to.equal('تم استلام طلبك');
  });

  it('refuse a cursor of another account', async () => {
    const [mine, other] = [await buyer(), await buyer()];
    for (const number of ['W-1', 'W-2']) await notify(mine.accountId, number);
    const { page } = await mine.client.get<List>('/notifications?limit=1');
    const path = `/notifications?cursor=${page.nextCursor}`;
    await other.client.refused(400, 'common.BAD_CURSOR', 'GET', path);
  });

  it('mark one as read, once', async () => {
    const { client, accountId } = await buyer();
    for (const number of ['W-1', 'W-2']) await notify(accountId, number);
    const { data } = await client.get<List>('/notifications');
    const path = `/notifications/${data[0]?.id}/read`;
    const read = await client.post<Notification>(path);
    expect(read.readAt).to.be.a('string');
    service.clock.advance(60_000);
    expect(await client.post<Notification>(path)).to.deep.equal(read);
    expect((await client.get<List>('/notifications')).page.unreadCount).to.equal(1);
  });

  it("mark all of the caller's notifications as read", async () => {
    const [mine, other] = [await buyer(), await buyer()];
    for (const { accountId } of [mine, mine, other]) await notify(accountId, 'W-1');
    expect((await mine.client.call('POST', '/notifications/read-all')).status).to.equal(204);
    expect((await mine.client.get<List>('/notifications')).page.unreadCount).to.equal(0);
    expect((await other.client.get<List>('/notifications')).page.unreadCount).to.equal(1);
  });

  it("treat other people's notifications like missing ones", async () => {
    const [mine, other] = [await buyer(), await buyer()];
    await notify(other.accountId, 'W-1');
    const { data } = await other.client.get<List>('/notifications');
    for (const id of [data[0]?.id, uuidv7()]) {
      const path = `/notifications/${id}/read`;
      const problem = await mine.client.refused(404, 'common.NOT_FOUND', 'POST', path);
      expect(problem.detail).to.equal('No such notification.');
    }
    expect((await other.client.get<List>('/notifications')).page.unreadCount).to.equal(1);
  });

  it('are for signed-in accounts', async () => {
    const guest = service.client();
    await guest.refused(401, 'auth.UNAUTHENTICATED', 'GET', '/notifications');
    await guest.refused(401, 'auth.UNAUTHENTICATED', 'POST', '/notifications/read-all');
  });
});
