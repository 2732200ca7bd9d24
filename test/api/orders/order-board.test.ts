import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { type Order, type OrderGroup, Shop } from '../../worlds/shop.ts';

type Board = Schema<'OrderBoard'>;
type Groups = Schema<'OrderBoardGroupList'>;

const BOARD = '/seller/order-board';
const MINUTE = 60_000;

describe("a seller's board of orders", () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  before(async () => {
    shop = await Shop.open();
    seller = await shop.seller(2);
  });
  after(() => shop.close());

  async function ordered(by = seller, quantity = 2) {
    const buyer = await shop.buyer();
    const order = await shop.order(buyer, { [await shop.offer(by)]: quantity });
    const [group] = order.groups as [OrderGroup];
    return { buyer, order, group, path: `/seller/order-groups/${group.id}` };
  }

  it('has what is not finished, in brief, and what may be done in each status', async () => {
    const { order, group } = await ordered();
    const { client } = seller.owner;
    const board = await client.get<Board>(BOARD);
    const shown = board.groups.find(({ groupId }) => groupId === group.id);
    expect(shown).to.deep.include({
      orderNumber: order.number,
      status: 'PENDING_ACCEPTANCE',
      acceptBy: group.acceptBy,
      buyerName: order.address.contactName,
      goods: group.totals.goods,
      lineCount: 1,
      units: 2,
      unitsToGather: 0,
      taskStatus: null,
      version: group.version,
    });
    expect(shown?.firstLine).to.equal(group.lines[0]?.name);
    const allowed = new Map(board.allowedActions.map(({ status, actions }) => [status, actions]));
    expect(allowed.get('PENDING_ACCEPTANCE')).to.deep.equal(['accept', 'reject']);
    expect(allowed.get('DELIVERED')).to.deep.equal([]);
    expect(board.complete).to.equal(true);
  });

  it('leaves out what has ended, unless it is requested', async () => {
    const { group, path } = await ordered();
    const { client } = seller.owner;
    await client.post(`${path}/reject`, { reason: 'Out of stock' });
    const has = async (query: string) =>
      (await client.get<Board>(`${BOARD}${query}`)).groups.some(({ groupId }) => groupId === group.id);
    expect(await has('')).to.equal(false);
    expect(await has('?endedWithinHours=1')).to.equal(true);
    shop.service.clock.advance(61 * MINUTE);
    expect(await has('?endedWithinHours=1')).to.equal(false);
  });

  it("finds by number, contact, product and SKU, and by ids, among the seller's own alone", async () => {
    const fresh = await shop.seller();
    const one = await ordered(fresh);
    const foreign = await ordered();
    const { client } = fresh.owner;
    const found = async (query: string) =>
      (await client.get<Groups>(`${BOARD}/groups?${query}`)).data.map(({ groupId }) => groupId);
    const [line] = one.group.lines;
    const words = [
      one.order.number,
      one.order.number.slice(-4),
      one.order.address.contactName,
      line?.name,
      line?.sku,
    ];
    for (const word of words)
      expect(await found(`q=${encodeURIComponent(word ?? '')}`), word).to.deep.equal([one.group.id]);
    expect(await found('q=nothing-has-this')).to.deep.equal([]);
    expect(await found(`q=${foreign.order.number}`)).to.deep.equal([]);
    expect(await found(`ids=${foreign.group.id},${one.group.id}`)).to.deep.equal([one.group.id]);
  });

  it('shows the seller what the sale brings and never the buyer', async () => {
    const { buyer, order, path } = await ordered();
    const seen = await seller.owner.client.get<OrderGroup>(path);
    const { commission, net, ...sale } = seen.sale ?? expect.fail('no sale');
    expect(sale).to.deep.equal({
      buyerName: order.address.contactName,
      placedAt: order.placedAt,
      driver: null,
    });
    expect(Number(commission?.amount) + Number(net?.amount)).to.equal(Number(seen.totals.goods.amount));
    expect(seen.lines[0]).to.have.property('image');
    const packer = await shop.person('BUYER', 'SELLER_STAFF');
    const staff = { account_id: packer.accountId, seller_id: seller.sellerId };
    await shop.database('seller_staff').insert({ ...staff, permissions: ['ORDERS'] });
    expect((await packer.client.get<OrderGroup>(path)).sale, 'without FINANCE').to.deep.equal(sale);
    const { data } = await packer.client.get<Schema<'OrderGroupList'>>(`/seller/order-groups?ids=${seen.id}`);
    expect(data.map((group) => group.sale)).to.deep.equal([sale]);
    await shop
      .database('seller_staff')
      .where(staff)
      .update({ permissions: ['ORDERS', 'FINANCE'] });
    expect((await packer.client.get<OrderGroup>(path)).sale).to.deep.equal(seen.sale);
    const bought = await buyer.client.get<Order>(`/orders/${order.id}`);
    expect(bought.groups[0]).not.to.have.property('sale');
  });

  it('is refused to someone who sells nothing', async () => {
    const { client } = await shop.buyer();
    await client.refused(403, 'auth.FORBIDDEN', 'GET', BOARD);
    await client.refused(404, 'seller.NO_SELLER', 'GET', '/seller/me');
    const rights = await seller.owner.client.get<Schema<'SellerRights'>>('/seller/me');
    expect(rights.owner).to.equal(true);
    expect(rights.permissions).to.include('ORDERS');
  });
});
