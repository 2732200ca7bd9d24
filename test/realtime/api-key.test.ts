import { expect } from 'chai';
import { until } from '../../scripts/shared/waiting.ts';
import type { Schema } from '../support/api-client.ts';
import { Shop } from '../worlds/shop.ts';
import { connectLive, type LiveClient } from './live-fixture.ts';

type NewKey = Schema<'NewApiKey'>;

describe('the live channel with an API key', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  const clients: LiveClient[] = [];

  before(async function () {
    this.timeout(60_000);
    shop = await Shop.open();
    seller = await shop.seller();
  });
  afterEach(() => {
    for (const { socket } of clients.splice(0)) socket.close();
  });
  after(() => shop?.close());

  const make = (scopes: string[], fields: object = {}) =>
    seller.owner.client.post<NewKey>('/seller/api-keys', {
      name: 'Till',
      scopes,
      expiresInDays: 1,
      ...fields,
    });

  async function connect({ key }: NewKey, address = '203.0.113.9'): Promise<LiveClient> {
    const client = await connectLive(shop.service.url, key, { extraHeaders: { 'X-Forwarded-For': address } });
    clients.push(client);
    return client;
  }
  const refusalOf = (made: NewKey, address?: string) =>
    connect(made, address).then(
      () => 'connected',
      (error: { data?: { code: string } }) => error.data?.code,
    );

  it('tells the orders of its shop, and of no other', async () => {
    const other = await shop.seller();
    const client = await connect(await make(['orders:read']));
    const hello = (await client.next('live.hello')) as { rooms: { room: string }[] };
    expect(hello.rooms.map(({ room }) => room)).to.include(`seller:${seller.sellerId}`);
    expect(hello.rooms).to.have.lengthOf(2);
    const [own, foreign] = [await shop.offer(seller), await shop.offer(other)];
    await shop.order(await shop.buyer(), { [foreign]: 1 });
    await shop.order(await shop.buyer(), { [own]: 1 });
    await shop.settled();
    await until(() => client.received.length > 0);
    const groups = await shop.database('order_groups').where({ seller_id: other.sellerId });
    for (const { id } of groups) expect(JSON.stringify(client.received)).to.not.contain(id);
    // No room can be asked for: neither another shop's, nor an order's, nor dispatchers'.
    for (const room of [`seller:${other.sellerId}`, `order:${groups[0].order_id}`, 'dispatch'])
      expect((await client.ask('subscribe', { room })).code, room).to.equal('common.NOT_FOUND');
  });

  it('needs the scope that stands for its events', async () => {
    expect(await refusalOf(await make(['orders:write', 'stock:read']))).to.equal('auth.FORBIDDEN');
    const { client } = await shop.admin();
    const platform = (scopes: string[]) =>
      client.post<NewKey>('/admin/api-keys', { name: 'Control room', scopes, expiresInDays: 1 });
    expect(await refusalOf(await platform(['tasks:read', 'drivers:read']))).to.equal('auth.FORBIDDEN');
    const board = await connect(await platform(['board:read']));
    const hello = (await board.next('live.hello')) as { rooms: { room: string }[] };
    expect(hello.rooms.map(({ room }) => room)).to.include('dispatch');
  });

  it('is closed at once when the key is revoked, and not opened again', async () => {
    const made = await make(['orders:read']);
    const client = await connect(made);
    const gone = client.disconnected();
    await seller.owner.client.delete(`/seller/api-keys/${made.id}`);
    await gone;
    expect(await client.next('session.ended')).to.deep.include({ code: 'auth.UNAUTHENTICATED' });
    expect(await refusalOf(made)).to.equal('auth.UNAUTHENTICATED');
  });

  it('is open only to the addresses of the key', async () => {
    const made = await make(['orders:read'], { addressRanges: ['203.0.113.0/28'] });
    expect(await refusalOf(made, '203.0.113.16')).to.equal('auth.FORBIDDEN');
    expect(await refusalOf(made, '203.0.113.3, 198.51.100.7')).to.equal('auth.FORBIDDEN');
    expect(await refusalOf(made, '::ffff:203.0.113.3')).to.equal('connected');
  });

  it('cannot be taken over by a token of another kind, nor the other way round', async () => {
    const client = await connect(await make(['orders:read']));
    const answer = await client.ask('renew', { token: seller.owner.client.token });
    expect(answer).to.deep.include({ ok: false, code: 'auth.FORBIDDEN' });
  });
});
