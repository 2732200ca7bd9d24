import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiClient, Schema } from '../../support/api-client.ts';
import { startService, type TestService } from '../../support/service.ts';
import { APPLICATION, type Seller, ShopPeople } from '../../worlds/shop-people.ts';

type Page = Schema<'NotificationPage'>;
type Notification = Schema<'Notification'>;

describe('a decision on an application', () => {
  let service: TestService;
  let people: ShopPeople;

  before(async () => {
    service = await startService();
    people = await ShopPeople.meet(service);
  });
  after(() => service?.stop());

  async function applied(): Promise<{ client: ApiClient; seller: Seller }> {
    const { client } = await people.person();
    return { client, seller: await client.post<Seller>('/seller/applications', APPLICATION) };
  }

  const bell = async (client: ApiClient, language: string) => {
    await service.inside.relay.drain(10_000);
    return client.call<{ data: Notification[]; page: Page }>('GET', '/notifications', {
      headers: { 'Accept-Language': language },
    });
  };

  it('is sent to the owner, in both languages', async () => {
    const { client, seller } = await applied();
    await people.admin.post(`/admin/sellers/${seller.id}/approve`, {});
    const english = await bell(client, 'en');
    expect(english.body.data).to.have.length(1);
    expect(english.body.data[0]).to.include({ kind: 'SELLER_APPROVED', title: 'Your shop is open' });
    expect(english.body.data[0]?.body).to.contain('Your application for Corniche Trading is approved');
    expect(english.body.data[0]?.data).to.include({ sellerId: seller.id });
    const arabic = await bell(client, 'ar');
    expect(arabic.body.data[0]?.body).to.contain('الكورنيش للتجارة');
  });

  it('contains the reason of a refusal', async () => {
    const { client, seller } = await applied();
    await people.admin.post(`/admin/sellers/${seller.id}/reject`, { reason: 'The registration has lapsed' });
    const { body } = await bell(client, 'en');
    expect(body.data[0]).to.include({ kind: 'SELLER_REJECTED' });
    expect(body.data[0]?.body).to.contain('The registration has lapsed');
  });

  it('is sent once, however often it is repeated, and leaves nothing in the outbox', async () => {
    const { client, seller } = await applied();
    const key = randomUUID();
    const approve = () => people.admin.call('POST', `/admin/sellers/${seller.id}/approve`, { body: {}, key });
    for (const answer of [await approve(), await approve()]) expect(answer.status).to.equal(200);
    await people.admin.post(`/admin/sellers/${seller.id}/approve`, {});
    const { body } = await bell(client, 'en');
    expect(body.page.unreadCount).to.equal(1);
    expect(await people.database('outbox').where({ key: seller.id })).to.deep.equal([]);
    const deliveries = await people
      .database('notification_deliveries')
      .where({ notification_id: body.data[0]?.id })
      .orderBy('channel')
      .select('channel', 'status');
    expect(deliveries).to.deep.equal([
      { channel: 'EMAIL', status: 'QUEUED' },
      { channel: 'PUSH', status: 'QUEUED' },
    ]);
  });

  it('whose publication failed is left in the outbox, from where the worker delivers it', async () => {
    const { client, seller } = await applied();
    const { relay } = service.inside;
    const deliver = relay.deliver;
    relay.deliver = () => Promise.resolve();
    try {
      await people.admin.post(`/admin/sellers/${seller.id}/approve`, {});
    } finally {
      relay.deliver = deliver;
    }
    expect((await bell(client, 'en')).body.data).to.deep.equal([]);
    await people
      .database('outbox')
      .where({ key: seller.id })
      .update({ next_attempt_at: new Date(0) });
    await relay.sweep(100);
    expect((await bell(client, 'en')).body.data.map(({ kind }) => kind)).to.deep.equal(['SELLER_APPROVED']);
  });
});
