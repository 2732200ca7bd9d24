import { expect } from 'chai';
import { pino } from 'pino';
import { returnStockConsumer } from '../../../server/marketplace/inventory/return-stock.ts';
import type { Schema } from '../../support/api-client.ts';
import { type Order, type OrderGroup, Shop } from '../../worlds/shop.ts';

const ABSENT = '019c4690-d4bd-76aa-b66a-ebbaafceaaa7';

describe('order groups', () => {
  let shop: Shop;
  let seller: Awaited<ReturnType<Shop['seller']>>;
  const logged: string[] = [];
  before(async () => {
    const log = pino({ level: 'info' }, { write: (line: string) => logged.push(line) });
    shop = await Shop.open({}, { log });
    seller = await shop.seller(2);
  });
  after(() => shop.close());
  afterEach(async () => {
    expect(await shop.stockFaults()).to.deep.equal([]);
  });

  async function ordered(by = seller, quantity = 2) {
    const buyer = await shop.buyer();
    const offerId = await shop.offer(by);
    const order = await shop.order(buyer, { [offerId]: quantity });
    const [group] = order.groups as [OrderGroup];
    return { buyer, order, offerId, group, path: `/seller/order-groups/${group.id}` };
  }

  describe('of a seller', () => {
    it('go from acceptance to ready for pickup', async () => {
      const { path, buyer, order } = await ordered();
      const { client } = seller.owner;
      const pending = await client.call<OrderGroup>('GET', path);
      expect(pending.headers.get('etag')).to.equal('"1"');
      expect(pending.body).to.deep.include({
        status: 'PENDING_ACCEPTANCE',
        allowedActions: ['accept', 'reject'],
      });
      const accepted = await client.call<OrderGroup>('POST', `${path}/accept`);
      expect(accepted.headers.get('etag')).to.equal('"2"');
      expect(accepted.body).to.deep.include({ status: 'ACCEPTED', allowedActions: ['pack'], version: 2 });
      const packed = await client.post<OrderGroup>(`${path}/pack`);
      expect(packed).to.deep.include({ status: 'PACKED', allowedActions: ['ready'], task: null });
      const ready = await client.post<OrderGroup>(`${path}/ready`);
      expect(ready).to.deep.include({ status: 'READY_FOR_PICKUP', allowedActions: [] });
      expect(ready.task?.id).to.be.a('string');
      expect(ready.history.map(({ status, by }) => `${status} ${by}`)).to.deep.equal([
        'PENDING_ACCEPTANCE BUYER',
        'ACCEPTED SELLER_OWNER',
        'PACKED SELLER_OWNER',
        'READY_FOR_PICKUP SELLER_OWNER',
      ]);
      expect((await buyer.client.get<Order>(`/orders/${order.id}`)).status).to.equal('IN_PROGRESS');
    });

    it('may get a command again, with or without a key, without a second effect', async () => {
      const { path } = await ordered();
      const { client } = seller.owner;
      const first = await client.call<OrderGroup>('POST', `${path}/accept`, { key: 'accept' });
      const replay = await client.call<OrderGroup>('POST', `${path}/accept`, { key: 'accept' });
      const repeat = await client.call<OrderGroup>('POST', `${path}/accept`);
      expect(replay.body).to.deep.equal(first.body);
      expect(repeat.body).to.deep.equal(first.body);
      expect(replay.headers.get('idempotent-replayed')).to.equal('true');
      await client.refused(422, 'idempotency.MISMATCH', 'POST', `${path}/pack`, { key: 'accept' });
    });

    it('keep keys of different orders apart: the same key in another order is another command', async () => {
      const [one, other] = [await ordered(), await ordered()];
      const { client } = seller.owner;
      const key = 'accept-all-with-this';
      await client.call('POST', `${one.path}/accept`, { key });
      logged.splice(0);
      await client.refused(422, 'idempotency.MISMATCH', 'POST', `${other.path}/accept`, { key });
      // A client's mistake, which the log must not call a fault of the service.
      const said = logged.map((line) => JSON.parse(line) as { level: number; msg: string });
      expect(said.filter(({ level }) => level > 30)).to.deep.equal([]);
      expect(said.map(({ msg }) => msg)).to.include(
        'refused: the Idempotency-Key was used for a different request before',
      );
      expect((await client.get<OrderGroup>(other.path)).status).to.equal('PENDING_ACCEPTANCE');
      expect((await client.call('POST', `${other.path}/accept`)).status).to.equal(200);
    });

    it('refuse what is not allowed now, naming what is', async () => {
      const { path } = await ordered();
      const { client } = seller.owner;
      const problem = await client.refused(409, 'order.INVALID_STATE', 'POST', `${path}/pack`);
      expect(problem).to.deep.include({
        currentState: 'PENDING_ACCEPTANCE',
        allowedCommands: ['accept', 'reject'],
      });
      await client.post(`${path}/accept`);
      await client.refused(409, 'order.INVALID_STATE', 'POST', `${path}/reject`, {
        body: { reason: 'Late' },
      });
    });

    it('return their stock when rejected, with a reason', async () => {
      const { path, offerId, buyer, order } = await ordered();
      await seller.owner.client.refused(422, 'common.VALIDATION_FAILED', 'POST', `${path}/reject`);
      await seller.owner.client.refused(422, 'common.VALIDATION_FAILED', 'POST', `${path}/reject`, {
        body: { reason: '   ' },
      });
      const reason = 'Out of stock after a recount';
      const rejected = await seller.owner.client.post<OrderGroup>(`${path}/reject`, { reason });
      expect(rejected).to.deep.include({ status: 'REJECTED', allowedActions: [] });
      expect(rejected.payment.status).to.equal('VOID');
      expect(rejected.history.at(-1)).to.deep.include({ by: 'SELLER_OWNER', reason });
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 0 });
      expect((await buyer.client.get<Order>(`/orders/${order.id}`)).status).to.equal('CANCELLED');
    });

    it('are private: another seller gets the same 404 as for a group that does not exist', async () => {
      const { path } = await ordered();
      const { owner } = await shop.seller();
      const foreign = await owner.client.refused(404, 'common.NOT_FOUND', 'GET', path);
      const missing = await owner.client.refused(
        404,
        'common.NOT_FOUND',
        'GET',
        `/seller/order-groups/${ABSENT}`,
      );
      expect(foreign.detail).to.equal(missing.detail);
      for (const command of ['accept', 'pack', 'ready'])
        await owner.client.refused(404, 'common.NOT_FOUND', 'POST', `${path}/${command}`);
      await owner.client.refused(404, 'common.NOT_FOUND', 'POST', `${path}/reject`, {
        body: { reason: 'No' },
      });
      const { client } = await shop.buyer();
      await client.refused(403, 'auth.FORBIDDEN', 'POST', `${path}/accept`);
      expect((await seller.owner.client.get<OrderGroup>(path)).status).to.equal('PENDING_ACCEPTANCE');
    });

    it('are listed newest first, page by page and by status', async () => {
      const fresh = await shop.seller();
      const groups: string[] = [];
      for (let count = 0; count < 3; count += 1) groups.unshift((await ordered(fresh)).group.id);
      const { client } = fresh.owner;
      await client.post(`/seller/order-groups/${groups[2]}/accept`);
      const first = await client.get<Schema<'OrderGroupList'>>('/seller/order-groups?limit=2');
      expect(first.data.map(({ id }) => id)).to.deep.equal(groups.slice(0, 2));
      expect(first.data[0]!.lines).to.have.length(1);
      const rest = await client.get<Schema<'OrderGroupList'>>(
        `/seller/order-groups?limit=2&cursor=${first.page.nextCursor}`,
      );
      expect(rest.data.map(({ id }) => id)).to.deep.equal(groups.slice(2));
      const accepted = await client.get<Schema<'OrderGroupList'>>('/seller/order-groups?status=ACCEPTED');
      expect(accepted.data.map(({ id }) => id)).to.deep.equal(groups.slice(2));
      const cursor = `/seller/order-groups?cursor=${first.page.nextCursor}`;
      await seller.owner.client.refused(400, 'common.BAD_CURSOR', 'GET', cursor);
    });

    it('are read by their ids all at once, the seller’s own alone', async () => {
      const fresh = await shop.seller();
      const groups: string[] = [];
      for (let count = 0; count < 3; count += 1) groups.unshift((await ordered(fresh)).group.id);
      const foreign = (await ordered()).group.id;
      const { client } = fresh.owner;
      const wantedIds = [groups[1], foreign, groups[2], groups[0], ABSENT].join(',');
      const found = await client.get<Schema<'OrderGroupList'>>(
        `/seller/order-groups?limit=1&ids=${wantedIds}`,
      );
      expect(found.data.map(({ id }) => id)).to.deep.equal(groups);
      expect(found.page).to.deep.equal({ nextCursor: null, hasMore: false });
      await client.refused(422, 'common.VALIDATION_FAILED', 'GET', '/seller/order-groups?ids=W-2026-000123');
    });
  });

  describe('as administrators see them', () => {
    it('are listed with their buyers, and cancelled with a reason before pickup', async () => {
      const { client } = await shop.admin();
      const { order, group, offerId, buyer, path } = await ordered();
      await seller.owner.client.post(`${path}/accept`);
      const list = await client.get<Schema<'AdminOrderList'>>('/admin/orders?limit=1');
      expect(list.data[0]).to.deep.include({ id: order.id, buyerId: buyer.accountId, status: 'IN_PROGRESS' });
      expect(list.data[0]!.groups[0]).to.deep.include({ sellerId: seller.sellerId, status: 'ACCEPTED' });
      expect(list.page.hasMore).to.equal(true);

      const cancel = `/admin/order-groups/${group.id}/cancel`;
      await client.refused(422, 'common.VALIDATION_FAILED', 'POST', cancel);
      const body = { reason: 'Seller cannot be reached' };
      const cancelled = await client.call<OrderGroup>('POST', cancel, { body });
      expect(cancelled.body).to.deep.include({ status: 'CANCELLED', allowedActions: [] });
      expect(cancelled.body.history.at(-1)).to.deep.include({ by: 'ADMIN', ...body });
      expect(cancelled.headers.get('etag')).to.equal('"3"');
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 0 });
      await client.refused(404, 'common.NOT_FOUND', 'POST', `/admin/order-groups/${ABSENT}/cancel`, { body });
      await buyer.client.refused(403, 'auth.FORBIDDEN', 'POST', cancel, { body });
      await seller.owner.client.refused(409, 'order.INVALID_STATE', 'POST', `${path}/pack`);
    });
  });

  describe('returning stock', () => {
    it('happens once, however often and simultaneously the command comes', async () => {
      const { group, offerId } = await ordered(seller, 3);
      const consume = returnStockConsumer(shop.deps);
      const payload = { groupId: group.id, cause: `cancel:${group.id}` };
      const context = {
        effectId: ABSENT,
        source: { kind: 'order', key: group.orderId } as const,
        version: 2,
        correlationId: ABSENT,
        requestId: null,
      };
      await Promise.all(Array.from({ length: 6 }, () => consume(payload, context)));
      await consume(payload, context);
      expect(await shop.stock(offerId)).to.deep.equal({ onHand: 25, reserved: 0 });
    });

    it('puts each unit back into its warehouse', async () => {
      const [first, second] = seller.warehouseIds as [string, string];
      const offerId = await shop.offer(seller, { stock: { [first]: 2, [second]: 4 } });
      const buyer = await shop.buyer();
      const order = await shop.order(buyer, { [offerId]: 5 });
      const levels = () =>
        shop
          .database('stock_levels')
          .where({ offer_id: offerId })
          .orderBy('on_hand')
          .select('warehouse_id', 'on_hand');
      expect(await levels()).to.deep.equal([
        { warehouse_id: second, on_hand: 0 },
        { warehouse_id: first, on_hand: 1 },
      ]);
      await buyer.client.post(`/orders/${order.id}/cancel`);
      await shop.settled();
      expect(await levels()).to.deep.equal([
        { warehouse_id: first, on_hand: 2 },
        { warehouse_id: second, on_hand: 4 },
      ]);
    });
  });
});
