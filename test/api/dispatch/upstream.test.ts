import { expect } from 'chai';
import type { Schema } from '../../support/api-client.ts';
import { statementsOf } from '../../support/statements.ts';
import { DeliveryWorld, type OnDuty, STORE } from '../../worlds/delivery-world.ts';

type Upstream = Schema<'Upstream'>;
const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;

describe('orders that sellers are still preparing', () => {
  let world: DeliveryWorld;
  let driver: OnDuty;

  before(async function () {
    this.timeout(60_000);
    world = await DeliveryWorld.open();
    driver = await world.onDuty({ at: STORE });
  });

  after(() => world?.close());

  const upstream = () => world.dispatcher.get<Upstream>('/dispatch/upstream');
  const store = async () => {
    const { stores, groups } = await upstream();
    expect(stores.length).to.be.at.most(1);
    return { groups, ...stores[0] };
  };
  const step = (groupId: string, name: string) =>
    world.seller.post(`/seller/order-groups/${groupId}/${name}`);
  const quarterOf = (at: number) => new Date(Math.floor(at / QUARTER) * QUARTER).toISOString();
  const now = () => world.service.clock.now().getTime();

  it('are counted by store and state, without a time until something was delivered', async () => {
    expect(await upstream())
      .to.include({ groups: 0, complete: true })
      .and.have.property('stores').that.is.empty;
    const { groupId } = await world.order();
    await world.order();
    const [shop] = await world.database('sellers').select('display_name_en as en', 'display_name_ar as ar');
    expect(await store()).to.deep.include({
      groups: 2,
      shop,
      location: STORE,
      toAccept: 2,
      unanswered: 0,
      estimate: 'NONE',
      expected: [],
      unknown: 2,
    });
    await step(groupId, 'accept');
    expect(await store()).to.include({ toAccept: 1, preparing: 1, packed: 0 });
    await step(groupId, 'pack');
    expect(await store()).to.include({ toAccept: 1, preparing: 0, packed: 1 });
    await step(groupId, 'ready');
    expect(await store()).to.include({ groups: 1, toAccept: 1, packed: 0 });
    await world.settle();
  });

  it('show when they will be ready, by how long the seller usually takes', async () => {
    const [task] = await world.database('delivery_tasks').select('id', 'cash_due');
    await world.dispatcher.post(`/dispatch/tasks/${task.id}/cancel`, { reason: 'The test begins again' });
    for (let count = 0; count < 3; count += 1) {
      const order = await world.order();
      await world.later(10 * MINUTE);
      await step(order.groupId, 'accept');
      await world.later(20 * MINUTE);
      for (const name of ['pack', 'ready']) await step(order.groupId, name);
      await world.settle();
      const { id: taskId } = await world
        .database('delivery_tasks')
        .where('group_id', order.groupId)
        .first('id');
      await world.dispatcher.post(`/dispatch/tasks/${taskId}/assign`, { driverId: driver.driverId });
      await world.settle();
      await world.deliver(driver, { taskId, cashDue: order.cashDue });
    }
    const placed = await world.order();
    const waits = now();
    expect((await store()).estimate).to.equal('SELLER');
    expect((await store()).expected?.at(-1)).to.deep.equal({
      from: quarterOf(waits + 30 * MINUTE),
      groups: 1,
    });
    // Accepted at once: it will be ready the usual time after that.
    await step(placed.groupId, 'accept');
    expect((await store()).expected?.at(-1)).to.deep.equal({
      from: quarterOf(waits + 20 * MINUTE),
      groups: 1,
    });
    // What should be ready already is expected now, never in the past.
    await world.later(50 * MINUTE);
    expect((await store()).expected?.[0]?.from).to.equal(quarterOf(now()));
  });

  it('separate what a seller has not answered in time, and leave out what was cancelled', async () => {
    const before = await store();
    await world.later(5 * 24 * 60 * MINUTE);
    const { toAccept, unanswered, unknown } = await store();
    expect([unanswered, unknown]).to.deep.equal([toAccept, toAccept]);
    const { groupId } = await world.order();
    expect((await store()).groups).to.equal(before.groups + 1);
    await world.seller.post(`/seller/order-groups/${groupId}/reject`, { reason: 'Sold out' });
    expect((await store()).groups).to.equal(before.groups);
  });

  it('are read by one statement, whatever their number', async () => {
    const sent = await statementsOf(world.database, upstream);
    expect(sent.filter((sql) => sql.includes('order_groups'))).to.have.length(1);
  });

  it('are for dispatchers and administrators alone', async () => {
    for (const client of [world.seller, world.buyer, driver.client])
      expect((await client.call('GET', '/dispatch/upstream')).status).to.equal(403);
    expect((await (await world.admin()).call('GET', '/dispatch/upstream')).status).to.equal(200);
  });
});
